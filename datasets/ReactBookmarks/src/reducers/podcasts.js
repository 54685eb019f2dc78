import {
  PODCASTS_FAILURE,
  PODCASTS_REQUEST,
  PODCASTS_SUCCESS
} from '../actions/podcasts';

const initialState = {
  items: [],
  loading: false,
  error: ''
};

export default function podcasts(state = initialState, action) {
  switch (action.type) {
    case PODCASTS_REQUEST:
      return { ...state, loading: true, error: '' };
    case PODCASTS_SUCCESS:
      return {
        items: action.podcasts,
        loading: false,
        error: ''
      };
    case PODCASTS_FAILURE:
      return {
        items: [],
        loading: false,
        error: action.error
      };
    default:
      return state;
  }
}
