import { configureStore } from '@reduxjs/toolkit';
import { noticesReducer } from './notices';
import { sessionReducer } from './session';
import { sitesReducer } from './sites';
import { surveysReducer } from './surveys';

export const store = configureStore({
  reducer: {
    notices: noticesReducer,
    session: sessionReducer,
    sites: sitesReducer,
    surveys: surveysReducer,
  },
});

export type RootState = ReturnType<typeof store.getState>;
export type AppDispatch = typeof store.dispatch;
