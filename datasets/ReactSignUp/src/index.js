import React from 'react';
import ReactDOM from 'react-dom';
import { Provider } from 'react-redux';
import { applyMiddleware, createStore } from 'redux';
import thunk from 'redux-thunk';
import SignUpForm from './components/SignUpForm';
import signUp from './reducers/signUp';
import './index.css';

const store = createStore(signUp, applyMiddleware(thunk));

ReactDOM.render(
  <Provider store={store}>
    <SignUpForm />
  </Provider>,
  document.getElementById('root')
);
