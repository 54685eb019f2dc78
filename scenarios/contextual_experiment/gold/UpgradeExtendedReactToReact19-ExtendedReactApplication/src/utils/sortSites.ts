import type { Site } from '../types';

export type SiteColumn = 'name' | 'area' | 'surveys' | 'lastSurvey';

function compare<Value extends string | number>(a: Value, b: Value): number {
  return Number(a > b) - Number(a < b);
}

const COMPARATORS: Readonly<Record<SiteColumn, (a: Site, b: Site) => number>> = {
  name: (a, b) => compare(a.name, b.name),
  area: (a, b) => compare(a.area, b.area),
  surveys: (a, b) => compare(a.surveys, b.surveys),
  // A site without a survey comes before every date.
  lastSurvey: (a, b) => compare(a.lastSurvey ?? '', b.lastSurvey ?? ''),
};

/** A sorted copy of the sites. */
export function sortSites(sites: readonly Site[], column: SiteColumn, descending: boolean): Site[] {
  const sorted = sites.toSorted(COMPARATORS[column]);

  return descending ? sorted.reverse() : sorted;
}
