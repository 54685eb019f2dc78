import axios from 'axios';

export const SIGN_UP_REQUEST = 'SIGN_UP_REQUEST';
export const SIGN_UP_SUCCESS = 'SIGN_UP_SUCCESS';
export const SIGN_UP_FAILURE = 'SIGN_UP_FAILURE';

export function signUp(member) {
  return dispatch => {
    dispatch({ type: SIGN_UP_REQUEST });

    return axios.post('/api/members', member)
      .then(response => dispatch({ type: SIGN_UP_SUCCESS, member: response.data }))
      .catch(error => dispatch({ type: SIGN_UP_FAILURE, errors: error.response.data.errors }));
  };
}
