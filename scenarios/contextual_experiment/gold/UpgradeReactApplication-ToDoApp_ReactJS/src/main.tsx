import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { TodoApp } from './components/TodoApp';
import './index.css';

const root = document.getElementById('root');

if (!root) {
  throw new Error('The page has no #root element');
}

createRoot(root).render(
  <StrictMode>
    <TodoApp storageKey="errand-book" />
  </StrictMode>,
);
