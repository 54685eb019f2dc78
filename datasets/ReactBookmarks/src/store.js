import { applyMiddleware, combineReducers, createStore } from 'redux';
import thunk from 'redux-thunk';
import bookmarks from './reducers/bookmarks';
import podcasts from './reducers/podcasts';

const STORAGE_KEY = 'earshot-bookmarks';

const saved = window.localStorage.getItem(STORAGE_KEY) || '[]';

const store = createStore(
  combineReducers({ bookmarks, podcasts }),
  { bookmarks: JSON.parse(saved) },
  applyMiddleware(thunk)
);

store.subscribe(() => {
  const { bookmarks } = store.getState();
  window.localStorage.setItem(STORAGE_KEY, JSON.stringify(bookmarks));
});

export default store;
