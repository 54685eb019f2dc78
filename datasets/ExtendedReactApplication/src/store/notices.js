const SHOW = 'notices/SHOW';
const DISMISS = 'notices/DISMISS';

const MAX_NOTICES = 4;

let lastId = 0;

export function notify(kind, text) {
  lastId += 1;
  return { type: SHOW, notice: { id: lastId, kind, text } };
}

export function dismissNotice(id) {
  return { type: DISMISS, id };
}

export default function notices(state = [], action) {
  switch (action.type) {
    case SHOW:
      return [...state, action.notice].slice(-MAX_NOTICES);
    case DISMISS:
      return state.filter(notice => notice.id !== action.id);
    default:
      return state;
  }
}
