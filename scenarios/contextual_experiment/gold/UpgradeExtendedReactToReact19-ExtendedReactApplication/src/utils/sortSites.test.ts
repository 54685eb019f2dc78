import { describe, expect, it } from 'vitest';
import type { Site } from '../types';
import { sortSites } from './sortSites';

const fen: Site = { id: 'b', name: 'Fen', area: 12, surveys: 3, lastSurvey: null };
const dyke: Site = { id: 'a', name: 'Dyke', area: 80, surveys: 1, lastSurvey: '2018-04-02' };
const marsh: Site = { id: 'c', name: 'Marsh', area: 42, surveys: 2, lastSurvey: '2017-09-30' };
const sites = [fen, dyke, marsh];

describe('sortSites', () => {
  it.each([
    ['name', false, [dyke, fen, marsh]],
    ['name', true, [marsh, fen, dyke]],
    ['area', false, [fen, marsh, dyke]],
    ['surveys', true, [fen, marsh, dyke]],
    ['lastSurvey', false, [fen, marsh, dyke]],
  ] as const)('sorts by %s, descending: %s', (column, descending, expected) => {
    expect(sortSites(sites, column, descending)).toEqual(expected);
  });

  it('leaves the given list as it was', () => {
    sortSites(sites, 'name', true);

    expect(sites).toEqual([fen, dyke, marsh]);
  });
});
