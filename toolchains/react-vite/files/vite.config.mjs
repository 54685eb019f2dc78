import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// JSX may stand in files named .js, as older templates have it.
export default defineConfig({
  plugins: [react()],
  define: { 'process.env': {} },
  esbuild: { loader: 'tsx', include: /\.[jt]sx?$/, exclude: /node_modules/ },
});
