import { fetchRelated, fetchVacancies, fetchVacancy } from '../api';
import {
  RELATED_SUCCESS,
  VACANCIES_FAILURE,
  VACANCIES_REQUEST,
  VACANCIES_SUCCESS,
  VACANCY_FAILURE,
  VACANCY_REQUEST,
  VACANCY_SUCCESS
} from './types';

export function loadVacancies(filters) {
  return dispatch => {
    dispatch({ type: VACANCIES_REQUEST });

    return fetchVacancies(filters)
      .then(data => dispatch({ type: VACANCIES_SUCCESS, data }))
      .catch(error => {
        console.log(error);
        dispatch({ type: VACANCIES_FAILURE, error: 'The vacancies could not be loaded.' });
      });
  };
}

export function loadVacancy(id) {
  return dispatch => {
    dispatch({ type: VACANCY_REQUEST });

    return fetchVacancy(id)
      .then(vacancy => {
        dispatch({ type: VACANCY_SUCCESS, vacancy });
        return fetchRelated(id);
      })
      .then(data => dispatch({ type: RELATED_SUCCESS, items: data.items }))
      .catch(error => {
        const gone = error.response.status === 404;
        dispatch({
          type: VACANCY_FAILURE,
          error: gone ? 'This vacancy is no longer there.' : 'The vacancy could not be loaded.'
        });
      });
  };
}
