import React from 'react';
import ReactDOM from 'react-dom';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import App from './components/App';
import PreferencesProvider from './components/PreferencesProvider';
import { onUnauthorised } from './api/client';
import { expireSession } from './store/session';
import store from './store';
import './index.css';

onUnauthorised(() => store.dispatch(expireSession()));

ReactDOM.render(
  <Provider store={store}>
    <PreferencesProvider>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </PreferencesProvider>
  </Provider>,
  document.getElementById('root')
);
