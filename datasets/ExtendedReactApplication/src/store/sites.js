import client from '../api/client';

const LOAD_SUCCESS = 'sites/LOAD_SUCCESS';
const LOAD_FAILURE = 'sites/LOAD_FAILURE';

const initialState = { items: [], loaded: false, error: '' };

// The sites hardly ever change, so they are fetched once per visit.
export function loadSites() {
  return (dispatch, getState) => {
    if (getState().sites.loaded) {
      return Promise.resolve();
    }
    return client.get('/sites').then(
      items => dispatch({ type: LOAD_SUCCESS, items }),
      failure => dispatch({ type: LOAD_FAILURE, message: failure.message })
    );
  };
}

export default function sites(state = initialState, action) {
  switch (action.type) {
    case LOAD_SUCCESS:
      return { items: action.items, loaded: true, error: '' };
    case LOAD_FAILURE:
      return { ...state, error: action.message };
    default:
      return state;
  }
}
