export const BOOKMARK_ADDED = 'BOOKMARK_ADDED';
export const BOOKMARK_CHANGED = 'BOOKMARK_CHANGED';
export const BOOKMARK_REMOVED = 'BOOKMARK_REMOVED';
export const BOOKMARKS_CLEARED = 'BOOKMARKS_CLEARED';

export function addBookmark(podcast) {
  return {
    type: BOOKMARK_ADDED,
    bookmark: {
      ...podcast,
      note: '',
      priority: 2,
      added: Date.now()
    }
  };
}

export function changeBookmark(id, changes) {
  return { type: BOOKMARK_CHANGED, id, changes };
}

export function removeBookmark(id) {
  return { type: BOOKMARK_REMOVED, id };
}

export function clearBookmarks() {
  return { type: BOOKMARKS_CLEARED };
}
