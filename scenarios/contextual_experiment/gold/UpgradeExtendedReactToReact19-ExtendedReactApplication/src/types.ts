export type Role = 'coordinator' | 'observer';
export type SurveyStatus = 'planned' | 'running' | 'closed' | 'cancelled';
export type Units = 'metric' | 'imperial';
export type Theme = 'light' | 'dark';
export type NoticeKind = 'success' | 'info' | 'error';

export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface User extends Person {
  readonly role: Role;
}

/** What the server answers to a sign-in, and what is kept in local storage. */
export interface Session {
  readonly token: string;
  readonly user: User;
}

export interface Site {
  readonly id: string;
  readonly name: string;
  /** Hectares. */
  readonly area: number;
  readonly surveys: number;
  /** YYYY-MM-DD, or null if there was none yet. */
  readonly lastSurvey: string | null;
}

export interface SightingValues {
  readonly species: string;
  readonly count: number;
  /** HH:MM */
  readonly time: string;
}

export interface Sighting extends SightingValues {
  readonly id: string;
  readonly observer: Person;
}

/** What the form of a survey asks for. */
export interface SurveyValues {
  readonly title: string;
  readonly siteId: string;
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:MM */
  readonly start: string;
  /** Kilometres. */
  readonly distance: number;
  readonly places: number;
  readonly note: string;
}

export interface NewSurvey extends SurveyValues {
  readonly status: SurveyStatus;
}

/** A survey as the list has it. */
export interface SurveySummary extends NewSurvey {
  readonly id: string;
  readonly siteName: string;
  readonly crew: readonly Person[];
}

export interface Survey extends SurveySummary {
  readonly sightings: readonly Sighting[];
}

export interface SurveyFilterValues {
  readonly search: string;
  readonly status: string;
  readonly site: string;
}

export interface SurveyQuery extends SurveyFilterValues {
  readonly page: number;
}

export interface Preferences {
  readonly units: Units;
  readonly pageSize: number;
  readonly theme: Theme;
}

export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly text: string;
}

/** A message for each field that has a problem. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>;
