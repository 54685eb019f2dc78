import axios from 'axios';

export const PODCASTS_REQUEST = 'PODCASTS_REQUEST';
export const PODCASTS_SUCCESS = 'PODCASTS_SUCCESS';
export const PODCASTS_FAILURE = 'PODCASTS_FAILURE';

export function searchPodcasts(words, topic) {
  return dispatch => {
    dispatch({ type: PODCASTS_REQUEST });

    return axios.get('/api/podcasts', { params: { words, topic } })
      .then(response => dispatch({ type: PODCASTS_SUCCESS, podcasts: response.data }))
      .catch(error => dispatch({ type: PODCASTS_FAILURE, error: error.message }));
  };
}
