import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { api } from '../api/client';
import type { NewSurvey, Person, Sighting, SightingValues, Survey, SurveyQuery, SurveySummary } from '../types';
import { notify } from './notices';
import { createAppThunk, toFailure } from './thunks';

interface SurveysState {
  readonly items: readonly SurveySummary[];
  readonly total: number;
  readonly loading: boolean;
  readonly listError: string;
  /** The request whose answer the list is waiting for; others have been overtaken. */
  readonly listRequest: string;
  readonly current: Survey | null;
  readonly currentError: string;
  readonly currentRequest: string;
  readonly saving: boolean;
}

const initialState: SurveysState = {
  items: [],
  total: 0,
  loading: true,
  listError: '',
  listRequest: '',
  current: null,
  currentError: '',
  currentRequest: '',
  saving: false,
};

/** A change of one list inside the current survey: an entry that comes or goes at an index. */
interface Placed<Entry> {
  readonly surveyId: string;
  readonly entry: Entry;
  readonly index: number;
}

export const loadSurveys = createAppThunk(
  'surveys/loadList',
  async ({ query, size }: { query: SurveyQuery; size: number }, { rejectWithValue }) => {
    try {
      return await api.loadSurveys(query, size);
    } catch (error) {
      return rejectWithValue(toFailure(error));
    }
  },
);

/** Also refreshes a survey that is shown already: it stays on the screen until the answer is there. */
export const loadSurvey = createAppThunk('surveys/loadOne', async (id: string, { rejectWithValue }) => {
  try {
    return await api.loadSurvey(id);
  } catch (error) {
    return rejectWithValue(toFailure(error));
  }
});

/** A survey without an id is created. */
export const saveSurvey = createAppThunk(
  'surveys/save',
  async (survey: Survey | NewSurvey, { dispatch, rejectWithValue }) => {
    try {
      const saved = await ('id' in survey ? api.changeSurvey(survey) : api.createSurvey(survey));
      dispatch(notify('success', `"${saved.title}" was saved.`));
      return saved;
    } catch (error) {
      const failure = toFailure(error);
      dispatch(notify('error', `The survey was not saved. ${failure.message}`));
      return rejectWithValue(failure);
    }
  },
);

/** The new member is shown before the server has answered, and taken back when it refuses. */
export const joinCrew = createAppThunk(
  'surveys/joinCrew',
  async ({ survey, member }: { survey: Survey; member: Person }, { dispatch }) => {
    const change = { surveyId: survey.id, entry: member, index: survey.crew.length };
    dispatch(memberAdded(change));
    try {
      await api.joinCrew(survey.id);
    } catch (error) {
      dispatch(memberRemoved(change));
      dispatch(notify('error', `You did not join. ${toFailure(error).message}`));
    }
  },
);

export const leaveCrew = createAppThunk(
  'surveys/leaveCrew',
  async ({ survey, member }: { survey: Survey; member: Person }, { dispatch }) => {
    const index = survey.crew.findIndex(({ id }) => id === member.id);
    const change = { surveyId: survey.id, entry: survey.crew[index] ?? member, index };
    dispatch(memberRemoved(change));
    try {
      await api.leaveCrew(survey.id);
    } catch (error) {
      dispatch(memberAdded(change));
      dispatch(notify('error', `You are still in the crew. ${toFailure(error).message}`));
    }
  },
);

export const removeSighting = createAppThunk(
  'surveys/removeSighting',
  async ({ survey, sighting }: { survey: Survey; sighting: Sighting }, { dispatch }) => {
    const index = survey.sightings.findIndex(({ id }) => id === sighting.id);
    const change = { surveyId: survey.id, entry: sighting, index };
    dispatch(sightingRemoved(change));
    try {
      await api.removeSighting(survey.id, sighting.id);
    } catch (error) {
      dispatch(sightingAdded(change));
      dispatch(notify('error', `The sighting was not removed. ${toFailure(error).message}`));
    }
  },
);

/** The line appears when the server has answered, at the end of the log as it is then. */
export const addSighting = createAppThunk(
  'surveys/addSighting',
  async ({ surveyId, values }: { surveyId: string; values: SightingValues }, { dispatch }) => {
    try {
      const entry = await api.addSighting(surveyId, values);
      dispatch(sightingAdded({ surveyId, entry, index: Infinity }));
    } catch (error) {
      dispatch(notify('error', `${values.species} was not logged. ${toFailure(error).message}`));
    }
  },
);

/** The entries with one more at the index; as they are if it has come back meanwhile. */
function withEntry<Entry extends { readonly id: string }>(entries: readonly Entry[], entry: Entry, index: number) {
  return entries.some(({ id }) => id === entry.id) ? entries : entries.toSpliced(index, 0, entry);
}

function withoutEntry<Entry extends { readonly id: string }>(entries: readonly Entry[], entry: Entry) {
  return entries.filter(({ id }) => id !== entry.id);
}

/** The state with a change of the current survey, unless another survey has taken its place. */
function withChange(
  state: SurveysState,
  surveyId: string,
  change: (survey: Survey) => Partial<Survey>,
): SurveysState {
  const { current } = state;

  return current?.id === surveyId ? { ...state, current: { ...current, ...change(current) } } : state;
}

const slice = createSlice({
  name: 'surveys',
  initialState,
  reducers: {
    memberAdded: (state, { payload }: PayloadAction<Placed<Person>>) =>
      withChange(state, payload.surveyId, ({ crew }) => ({ crew: withEntry(crew, payload.entry, payload.index) })),
    memberRemoved: (state, { payload }: PayloadAction<Placed<Person>>) =>
      withChange(state, payload.surveyId, ({ crew }) => ({ crew: withoutEntry(crew, payload.entry) })),
    sightingAdded: (state, { payload }: PayloadAction<Placed<Sighting>>) =>
      withChange(state, payload.surveyId, ({ sightings }) => ({
        sightings: withEntry(sightings, payload.entry, payload.index),
      })),
    sightingRemoved: (state, { payload }: PayloadAction<Placed<Sighting>>) =>
      withChange(state, payload.surveyId, ({ sightings }) => ({ sightings: withoutEntry(sightings, payload.entry) })),
  },
  extraReducers: (builder) =>
    builder
      .addCase(loadSurveys.pending, (state, { meta }) => ({
        ...state,
        loading: true,
        listError: '',
        listRequest: meta.requestId,
      }))
      .addCase(loadSurveys.fulfilled, (state, { meta, payload }) =>
        meta.requestId === state.listRequest
          ? { ...state, loading: false, items: payload.items, total: payload.total }
          : state,
      )
      .addCase(loadSurveys.rejected, (state, { meta, payload }) =>
        meta.requestId === state.listRequest
          ? { ...state, loading: false, listError: payload?.message ?? '' }
          : state,
      )
      .addCase(loadSurvey.pending, (state, { meta }) => ({
        ...state,
        current: state.current?.id === meta.arg ? state.current : null,
        currentError: '',
        currentRequest: meta.requestId,
      }))
      .addCase(loadSurvey.fulfilled, (state, { meta, payload }) =>
        meta.requestId === state.currentRequest ? { ...state, current: payload } : state,
      )
      .addCase(loadSurvey.rejected, (state, { meta, payload }) =>
        meta.requestId === state.currentRequest ? { ...state, currentError: payload?.message ?? '' } : state,
      )
      .addCase(saveSurvey.pending, (state) => ({ ...state, saving: true }))
      .addCase(saveSurvey.fulfilled, (state, { payload }) => ({ ...state, saving: false, current: payload }))
      .addCase(saveSurvey.rejected, (state) => ({ ...state, saving: false })),
});

export const { memberAdded, memberRemoved, sightingAdded, sightingRemoved } = slice.actions;
export const surveysReducer = slice.reducer;
