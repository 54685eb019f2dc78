import { MAX_SAVED } from '../constants';
import { TOGGLE_SAVED } from './types';

export function toggleSaved(vacancy) {
  return (dispatch, getState) => {
    const { saved } = getState();
    const isSaved = saved.some(item => item.id === vacancy.id);

    if (!isSaved && saved.length >= MAX_SAVED) {
      window.alert('You can save up to ' + MAX_SAVED + ' vacancies. Please remove one first.');
      return;
    }
    dispatch({ type: TOGGLE_SAVED, vacancy });
  };
}
