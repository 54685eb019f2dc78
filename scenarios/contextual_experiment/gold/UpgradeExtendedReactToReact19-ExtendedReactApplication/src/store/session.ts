import { createSlice } from '@reduxjs/toolkit';
import { api } from '../api/client';
import type { Session, User } from '../types';
import { read, remove, SESSION_KEY, write } from '../utils/storage';
import type { AppDispatch, RootState } from './index';
import { notify } from './notices';
import { createAppThunk, toFailure } from './thunks';

interface SessionState {
  readonly user: User | null;
  readonly sending: boolean;
  readonly error: string;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

const initialState: SessionState = {
  user: read<Session | null>(SESSION_KEY, null)?.user ?? null,
  sending: false,
  error: '',
};

export const signIn = createAppThunk(
  'session/signIn',
  async ({ email, password }: Credentials, { dispatch, rejectWithValue }) => {
    try {
      const session = await api.signIn(email, password);
      write(SESSION_KEY, session);
      dispatch(notify('success', `Welcome back, ${session.user.name}.`));
      return session.user;
    } catch (error) {
      return rejectWithValue(toFailure(error));
    }
  },
);

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedOut: (): SessionState => ({ user: null, sending: false, error: '' }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(signIn.pending, (state) => ({ ...state, sending: true, error: '' }))
      .addCase(signIn.fulfilled, (_state, { payload }) => ({ user: payload, sending: false, error: '' }))
      .addCase(signIn.rejected, (state, { payload }) => ({ ...state, sending: false, error: payload?.message ?? '' })),
});

export const sessionReducer = slice.reducer;

export function signOut() {
  return (dispatch: AppDispatch): void => {
    remove(SESSION_KEY);
    dispatch(slice.actions.signedOut());
  };
}

export function expireSession() {
  return (dispatch: AppDispatch): void => {
    dispatch(signOut());
    dispatch(notify('info', 'Your session has ended. Please sign in again.'));
  };
}

export const selectUser = (state: RootState): User | null => state.session.user;
export const selectIsCoordinator = (state: RootState): boolean => state.session.user?.role === 'coordinator';
