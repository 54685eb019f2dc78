import { createSlice } from '@reduxjs/toolkit';
import { api } from '../api/client';
import type { Site } from '../types';
import { createAppThunk, toFailure } from './thunks';

interface SitesState {
  readonly items: readonly Site[];
  readonly loaded: boolean;
  readonly error: string;
}

const initialState: SitesState = { items: [], loaded: false, error: '' };

/** The sites hardly ever change, so they are fetched once per visit. */
export const loadSites = createAppThunk(
  'sites/load',
  async (_: void, { rejectWithValue }) => {
    try {
      return await api.loadSites();
    } catch (error) {
      return rejectWithValue(toFailure(error));
    }
  },
  { condition: (_, { getState }) => !getState().sites.loaded },
);

const slice = createSlice({
  name: 'sites',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(loadSites.fulfilled, (_state, { payload }) => ({ items: payload, loaded: true, error: '' }))
      .addCase(loadSites.rejected, (state, { payload }) => ({ ...state, error: payload?.message ?? '' })),
});

export const sitesReducer = slice.reducer;
