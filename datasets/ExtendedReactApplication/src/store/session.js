import client from '../api/client';
import { SESSION_KEY, read, remove, write } from '../utils/storage';
import { notify } from './notices';

const SIGN_IN_REQUEST = 'session/SIGN_IN_REQUEST';
const SIGN_IN_SUCCESS = 'session/SIGN_IN_SUCCESS';
const SIGN_IN_FAILURE = 'session/SIGN_IN_FAILURE';
const SIGNED_OUT = 'session/SIGNED_OUT';

const initialState = { user: read(SESSION_KEY, { user: null }).user, sending: false, error: '' };

export function signIn(email, password) {
  return dispatch => {
    dispatch({ type: SIGN_IN_REQUEST });
    return client.post('/session', { email, password }).then(
      session => {
        write(SESSION_KEY, session);
        dispatch({ type: SIGN_IN_SUCCESS, user: session.user });
        dispatch(notify('success', `Welcome back, ${session.user.name}.`));
      },
      failure => dispatch({ type: SIGN_IN_FAILURE, message: failure.message })
    );
  };
}

export function signOut() {
  remove(SESSION_KEY);
  return { type: SIGNED_OUT };
}

export function expireSession() {
  return dispatch => {
    dispatch(signOut());
    dispatch(notify('info', 'Your session has ended. Please sign in again.'));
  };
}

export function isCoordinator({ session }) {
  return session.user !== null && session.user.role === 'coordinator';
}

export default function session(state = initialState, action) {
  switch (action.type) {
    case SIGN_IN_REQUEST:
      return { ...state, sending: true, error: '' };
    case SIGN_IN_SUCCESS:
      return { user: action.user, sending: false, error: '' };
    case SIGN_IN_FAILURE:
      return { ...state, sending: false, error: action.message };
    case SIGNED_OUT:
      return { user: null, sending: false, error: '' };
    default:
      return state;
  }
}
