import {
  RELATED_SUCCESS,
  VACANCY_FAILURE,
  VACANCY_REQUEST,
  VACANCY_SUCCESS
} from '../actions/types';

const initialState = {
  item: null,
  related: [],
  loading: false,
  error: null
};

export default function vacancy(state = initialState, action) {
  switch (action.type) {
    case VACANCY_REQUEST:
      return { ...state, loading: true, error: null };
    case VACANCY_SUCCESS:
      return { ...state, item: action.vacancy, loading: false };
    case VACANCY_FAILURE:
      return { ...state, item: null, loading: false, error: action.error };
    case RELATED_SUCCESS:
      return { ...state, related: action.items };
    default:
      return state;
  }
}
