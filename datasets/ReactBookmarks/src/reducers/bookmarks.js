import {
  BOOKMARK_ADDED,
  BOOKMARK_CHANGED,
  BOOKMARK_REMOVED,
  BOOKMARKS_CLEARED
} from '../actions/bookmarks';

export default function bookmarks(state = [], action) {
  switch (action.type) {
    case BOOKMARK_ADDED:
      return [...state, action.bookmark];
    case BOOKMARK_CHANGED:
      return state.map(bookmark => (
        bookmark.id === action.id
          ? { ...bookmark, ...action.changes }
          : bookmark
      ));
    case BOOKMARK_REMOVED:
      return state.filter(bookmark => bookmark.id !== action.id);
    case BOOKMARKS_CLEARED:
      return [];
    default:
      return state;
  }
}
