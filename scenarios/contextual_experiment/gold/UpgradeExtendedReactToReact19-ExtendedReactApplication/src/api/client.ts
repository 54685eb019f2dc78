import type {
  FieldErrors,
  NewSurvey,
  Session,
  Sighting,
  SightingValues,
  Site,
  Survey,
  SurveyQuery,
  SurveySummary,
} from '../types';
import { read, SESSION_KEY } from '../utils/storage';

const BASE_PATH = '/api';
const TIME_LIMIT_MS = 10_000;
const NO_ANSWER = 'The server cannot be reached.';

/** Every failed request reaches the caller as this; status 0 means: no answer. */
export class RequestFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors: FieldErrors = {},
  ) {
    super(message);
    this.name = 'RequestFailure';
  }
}

interface FailureBody {
  readonly message?: string;
  readonly errors?: FieldErrors;
}

export interface SurveyPage {
  readonly items: SurveySummary[];
  readonly total: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

let handleUnauthorised: () => void = () => undefined;

/** The handler is called when the server no longer accepts the session. */
export function onUnauthorised(handler: () => void): void {
  handleUnauthorised = handler;
}

function headers(hasBody: boolean): Headers {
  const session = read<Session | null>(SESSION_KEY, null);
  const result = new Headers({ Accept: 'application/json' });

  if (hasBody) {
    result.set('Content-Type', 'application/json');
  }
  if (session) {
    result.set('Authorization', `Bearer ${session.token}`);
  }
  return result;
}

async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(BASE_PATH + path, {
      method,
      headers: headers(body !== undefined),
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
  } catch {
    throw new RequestFailure(0, NO_ANSWER);
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

async function request<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const response = await send(method, path, body);
  const answer = await readBody(response);

  if (response.ok) {
    return answer as Answer;
  }
  const { message, errors } = (answer ?? {}) as FailureBody;
  if (response.status === 401 && !path.endsWith('/session')) {
    handleUnauthorised();
  }
  throw new RequestFailure(response.status, message || NO_ANSWER, errors ?? {});
}

export const api = {
  signIn: (email: string, password: string) => request<Session>('POST', '/session', { email, password }),

  loadSites: () => request<Site[]>('GET', '/sites'),

  loadSurveys: ({ search, status, site, page }: SurveyQuery, size: number) => {
    const query = new URLSearchParams({ search, status, site, page: String(page), size: String(size) });
    return request<SurveyPage>('GET', `/surveys?${query}`);
  },

  loadSurvey: (id: string) => request<Survey>('GET', `/surveys/${id}`),

  createSurvey: (values: NewSurvey) => request<Survey>('POST', '/surveys', values),

  changeSurvey: ({ id, ...values }: Survey) => request<Survey>('PUT', `/surveys/${id}`, values),

  joinCrew: (surveyId: string) => request<void>('PUT', `/surveys/${surveyId}/crew/me`),

  leaveCrew: (surveyId: string) => request<void>('DELETE', `/surveys/${surveyId}/crew/me`),

  addSighting: (surveyId: string, values: SightingValues) =>
    request<Sighting>('POST', `/surveys/${surveyId}/sightings`, values),

  removeSighting: (surveyId: string, id: string) =>
    request<void>('DELETE', `/surveys/${surveyId}/sightings/${id}`),
};
