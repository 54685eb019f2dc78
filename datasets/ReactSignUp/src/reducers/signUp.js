import { SIGN_UP_REQUEST, SIGN_UP_SUCCESS, SIGN_UP_FAILURE } from '../actions/signUp';

const initialState = { sending: false, member: null, errors: {} };

export default function signUp(state = initialState, action) {
  switch (action.type) {
    case SIGN_UP_REQUEST:
      return { ...state, sending: true, errors: {} };
    case SIGN_UP_SUCCESS:
      return { ...state, sending: false, member: action.member };
    case SIGN_UP_FAILURE:
      return { ...state, sending: false, errors: action.errors };
    default:
      return state;
  }
}
