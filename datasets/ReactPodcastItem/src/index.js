import React from 'react';
import ReactDOM from 'react-dom';
import { Provider } from 'react-redux';
import { applyMiddleware, createStore } from 'redux';
import thunk from 'redux-thunk';
import PodcastItem from './components/PodcastItem';
import podcast from './store/podcast';
import './index.css';

const store = createStore(podcast, applyMiddleware(thunk));
const id = window.location.hash.slice(1) || '1';

ReactDOM.render(
  <Provider store={store}>
    <PodcastItem id={id} />
  </Provider>,
  document.getElementById('root')
);
