import client from '../api/client';
import { notify } from './notices';

const LIST_REQUEST = 'surveys/LIST_REQUEST';
const LIST_SUCCESS = 'surveys/LIST_SUCCESS';
const LOAD_REQUEST = 'surveys/LOAD_REQUEST';
const LOAD_FAILURE = 'surveys/LOAD_FAILURE';
const SAVE_REQUEST = 'surveys/SAVE_REQUEST';
const SAVE_FAILURE = 'surveys/SAVE_FAILURE';
const SURVEY_CHANGED = 'surveys/SURVEY_CHANGED';

const initialState = {
  items: [],
  total: 0,
  loading: true,
  error: '',
  current: null,
  saving: false,
  formErrors: {}
};

export function loadSurveys(query) {
  return dispatch => {
    dispatch({ type: LIST_REQUEST });
    return client.get('/surveys', { params: query }).then(
      ({ items, total }) => dispatch({ type: LIST_SUCCESS, items, total }),
      failure => dispatch({ type: LOAD_FAILURE, message: failure.message })
    );
  };
}

// Also refreshes a survey that is shown already: it stays on the screen until the answer is there.
export function loadSurvey(id) {
  return dispatch => {
    dispatch({ type: LOAD_REQUEST, id });
    return client.get(`/surveys/${id}`).then(
      survey => dispatch({ type: SURVEY_CHANGED, survey }),
      failure => dispatch({ type: LOAD_FAILURE, message: failure.message })
    );
  };
}

// A survey without an id is created. Resolves to the saved survey, or to null when it could not be saved.
export function saveSurvey({ id, ...values }) {
  return dispatch => {
    dispatch({ type: SAVE_REQUEST });
    const request = id ? client.put(`/surveys/${id}`, values) : client.post('/surveys', values);

    return request.then(
      survey => {
        dispatch({ type: SURVEY_CHANGED, survey });
        dispatch(notify('success', `"${survey.title}" was saved.`));
        return survey;
      },
      failure => {
        dispatch({ type: SAVE_FAILURE, errors: failure.errors });
        dispatch(notify('error', `The survey was not saved. ${failure.message}`));
        return null;
      }
    );
  };
}

// Shows the change before the server has answered, and puts the old survey back when it refuses.
function changeAtOnce(survey, change, request, problem) {
  return dispatch => {
    dispatch({ type: SURVEY_CHANGED, survey: { ...survey, ...change } });
    return request.catch(failure => {
      dispatch({ type: SURVEY_CHANGED, survey });
      dispatch(notify('error', `${problem} ${failure.message}`));
    });
  };
}

export function joinCrew(survey, user) {
  const crew = [...survey.crew, { id: user.id, name: user.name }];
  const request = client.put(`/surveys/${survey.id}/crew/me`);
  return changeAtOnce(survey, { crew }, request, 'You did not join.');
}

export function leaveCrew(survey, user) {
  const crew = survey.crew.filter(member => member.id !== user.id);
  const request = client.delete(`/surveys/${survey.id}/crew/me`);
  return changeAtOnce(survey, { crew }, request, 'You are still in the crew.');
}

export function removeSighting(survey, id) {
  const sightings = survey.sightings.filter(sighting => sighting.id !== id);
  const request = client.delete(`/surveys/${survey.id}/sightings/${id}`);
  return changeAtOnce(survey, { sightings }, request, 'The sighting was not removed.');
}

export function addSighting(survey, values) {
  return dispatch => client.post(`/surveys/${survey.id}/sightings`, values).then(
    sighting => {
      survey.sightings.push(sighting);
      dispatch({ type: SURVEY_CHANGED, survey: { ...survey } });
    },
    failure => dispatch(notify('error', `${values.species} was not logged. ${failure.message}`))
  );
}

export default function surveys(state = initialState, action) {
  switch (action.type) {
    case LIST_REQUEST:
      return { ...state, loading: true, error: '' };
    case LIST_SUCCESS:
      return { ...state, loading: false, items: action.items, total: action.total };
    case LOAD_REQUEST:
      return {
        ...state,
        current: state.current && state.current.id === action.id ? state.current : null,
        error: '',
        formErrors: {}
      };
    case LOAD_FAILURE:
      return { ...state, loading: false, error: action.message };
    case SAVE_REQUEST:
      return { ...state, saving: true, formErrors: {} };
    case SAVE_FAILURE:
      return { ...state, saving: false, formErrors: action.errors };
    case SURVEY_CHANGED:
      return { ...state, saving: false, current: action.survey };
    default:
      return state;
  }
}
