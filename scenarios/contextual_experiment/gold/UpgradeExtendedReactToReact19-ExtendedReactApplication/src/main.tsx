import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { onUnauthorised } from './api/client';
import './index.css';
import { PreferencesProvider } from './preferences/PreferencesProvider';
import { router } from './router';
import { store } from './store';
import { expireSession } from './store/session';

onUnauthorised(() => store.dispatch(expireSession()));

const root = document.getElementById('root');

if (!root) {
  throw new Error('The page has no #root element');
}

createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <PreferencesProvider>
        <RouterProvider router={router} />
      </PreferencesProvider>
    </Provider>
  </StrictMode>,
);
