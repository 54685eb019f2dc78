import { describe, expect, it } from 'vitest';
import type { Sighting, Survey, SurveyQuery } from '../types';
import {
  loadSurvey,
  loadSurveys,
  memberAdded,
  memberRemoved,
  saveSurvey,
  sightingAdded,
  sightingRemoved,
  surveysReducer,
} from './surveys';

const pat = { id: 'u1', name: 'Pat Teal' };
const ada = { id: 'u2', name: 'Ada Coot' };
const coot: Sighting = { id: 'x1', species: 'Coot', count: 3, time: '06:40', observer: pat };
const snipe: Sighting = { id: 'x2', species: 'Snipe', count: 1, time: '06:50', observer: ada };

const survey: Survey = {
  id: 's1',
  title: 'Dawn count',
  status: 'running',
  siteId: 'north',
  siteName: 'North reed',
  date: '2018-05-01',
  start: '06:30',
  distance: 2.6,
  places: 2,
  note: '',
  crew: [pat, ada],
  sightings: [coot, snipe],
};

const query: SurveyQuery = { search: '', status: '', site: '', page: 1 };
const initial = surveysReducer(undefined, { type: 'start' });
const shown = { ...initial, current: survey };

describe('the list', () => {
  const request = { query, size: 10 };
  const failed = { message: 'No.', errors: {} };

  it('is loading until the answer is there', () => {
    const waiting = surveysReducer(initial, loadSurveys.pending('1', request));
    const answered = surveysReducer(waiting, loadSurveys.fulfilled({ items: [survey], total: 23 }, '1', request));

    expect(waiting.loading).toBe(true);
    expect(answered).toMatchObject({ loading: false, items: [survey], total: 23 });
  });

  it('keeps the message of a failure', () => {
    const waiting = surveysReducer(initial, loadSurveys.pending('1', request));
    const answered = surveysReducer(waiting, loadSurveys.rejected(null, '1', request, failed));

    expect(answered).toMatchObject({ loading: false, listError: 'No.' });
  });

  it('ignores an answer that a later request has overtaken', () => {
    const waiting = [loadSurveys.pending('1', request), loadSurveys.pending('2', request)].reduce(surveysReducer, initial);

    expect(surveysReducer(waiting, loadSurveys.fulfilled({ items: [survey], total: 1 }, '1', request))).toBe(waiting);
    expect(surveysReducer(waiting, loadSurveys.rejected(null, '1', request, failed))).toBe(waiting);
  });
});

describe('the current survey', () => {
  it('stays while it is refreshed', () => {
    expect(surveysReducer(shown, loadSurvey.pending('1', 's1')).current).toBe(survey);
  });

  it('goes when another one is loaded', () => {
    expect(surveysReducer(shown, loadSurvey.pending('1', 's2')).current).toBeNull();
  });

  it('is replaced by the one that was saved', () => {
    const saved = { ...survey, title: 'Dusk count' };
    const saving = surveysReducer(shown, saveSurvey.pending('1', survey));

    expect(saving.saving).toBe(true);
    expect(surveysReducer(saving, saveSurvey.fulfilled(saved, '1', survey))).toMatchObject({
      saving: false,
      current: saved,
    });
  });
});

describe('an optimistic change', () => {
  it('of the crew is taken back alone, whatever has happened meanwhile', () => {
    const change = { surveyId: 's1', entry: pat, index: 0 };
    const state = [
      memberRemoved(change),
      sightingRemoved({ surveyId: 's1', entry: coot, index: 0 }),
      memberAdded(change),
    ].reduce(surveysReducer, shown);

    expect(state.current?.crew).toEqual([pat, ada]);
    expect(state.current?.sightings).toEqual([snipe]);
  });

  it('of the sightings is put back at its place', () => {
    const change = { surveyId: 's1', entry: coot, index: 0 };
    const state = [sightingRemoved(change), sightingAdded(change)].reduce(surveysReducer, shown);

    expect(state.current?.sightings).toEqual([coot, snipe]);
  });

  it('does not add an entry twice', () => {
    const state = surveysReducer(shown, memberAdded({ surveyId: 's1', entry: pat, index: 2 }));

    expect(state.current?.crew).toEqual([pat, ada]);
  });

  it('does not touch another survey', () => {
    const change = { surveyId: 's2', entry: pat, index: 0 };

    expect(surveysReducer(shown, memberRemoved(change))).toBe(shown);
  });

  it('leaves the former survey as it was', () => {
    surveysReducer(shown, sightingAdded({ surveyId: 's1', entry: { ...coot, id: 'x3' }, index: Infinity }));

    expect(survey.sightings).toEqual([coot, snipe]);
  });
});
