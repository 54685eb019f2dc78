import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { Notice, NoticeKind } from '../types';

const MAX_NOTICES = 4;

const initialState: Notice[] = [];

const slice = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    notify: {
      reducer: (state, action: PayloadAction<Notice>) => [...state, action.payload].slice(-MAX_NOTICES),
      prepare: (kind: NoticeKind, text: string) => ({ payload: { id: nanoid(), kind, text } }),
    },
    dismissNotice: (state, action: PayloadAction<string>) => state.filter(({ id }) => id !== action.payload),
  },
});

export const { notify, dismissNotice } = slice.actions;
export const noticesReducer = slice.reducer;
