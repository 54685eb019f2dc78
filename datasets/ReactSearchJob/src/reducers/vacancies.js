import { VACANCIES_FAILURE, VACANCIES_REQUEST, VACANCIES_SUCCESS } from '../actions/types';

const initialState = {
  items: [],
  found: 0,
  pages: 0,
  loading: false,
  error: null
};

export default function vacancies(state = initialState, action) {
  switch (action.type) {
    case VACANCIES_REQUEST:
      return { ...state, loading: true, error: null };
    case VACANCIES_SUCCESS:
      return {
        ...state,
        items: action.data.items,
        found: action.data.found,
        pages: action.data.pages,
        loading: false
      };
    case VACANCIES_FAILURE:
      return { ...state, loading: false, error: action.error };
    default:
      return state;
  }
}
