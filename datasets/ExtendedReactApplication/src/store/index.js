import { applyMiddleware, combineReducers, compose, createStore } from 'redux';
import thunk from 'redux-thunk';
import notices from './notices';
import session from './session';
import sites from './sites';
import surveys from './surveys';

const composeEnhancers = window.__REDUX_DEVTOOLS_EXTENSION_COMPOSE__ || compose;

export default createStore(
  combineReducers({ notices, session, sites, surveys }),
  composeEnhancers(applyMiddleware(thunk))
);
