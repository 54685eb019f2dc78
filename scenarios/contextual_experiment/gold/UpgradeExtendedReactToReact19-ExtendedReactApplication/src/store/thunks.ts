import { createAsyncThunk } from '@reduxjs/toolkit';
import { RequestFailure } from '../api/client';
import type { FieldErrors } from '../types';
import type { AppDispatch, RootState } from './index';

/** What the store and its users get to know about a failed request. */
export interface Failure {
  readonly message: string;
  readonly errors: FieldErrors;
}

export const createAppThunk = createAsyncThunk.withTypes<{
  state: RootState;
  dispatch: AppDispatch;
  rejectValue: Failure;
}>();

/** The failure behind a rejected request. What is no failure of a request is a mistake in the program, and thrown on. */
export function toFailure(error: unknown): Failure {
  if (error instanceof RequestFailure) {
    return { message: error.message, errors: error.errors };
  }
  throw error;
}
