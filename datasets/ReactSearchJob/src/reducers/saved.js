import { TOGGLE_SAVED } from '../actions/types';
import { read, write } from '../utils/storage';

export default function saved(state = read('saved', []), action) {
  if (action.type !== TOGGLE_SAVED) {
    return state;
  }

  const others = state.filter(item => item.id !== action.vacancy.id);
  const next = others.length < state.length ? others : [action.vacancy, ...state];
  write('saved', next);
  return next;
}
