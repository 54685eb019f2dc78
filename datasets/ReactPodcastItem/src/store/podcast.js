import axios from 'axios';

const LOADED = 'podcast/LOADED';
const SUBSCRIBED = 'podcast/SUBSCRIBED';
const REVIEWED = 'podcast/REVIEWED';
const FAILED = 'podcast/FAILED';

const initialState = { podcast: null, message: '' };

export function loadPodcast(id) {
  return dispatch => axios.get(`/api/podcasts/${id}`)
    .then(({ data }) => dispatch({ type: LOADED, podcast: data }));
}

export function setSubscribed(id, subscribed) {
  axios.put(`/api/podcasts/${id}/subscription`, { subscribed });
  return { type: SUBSCRIBED, subscribed };
}

export function addReview(id, review) {
  return dispatch => axios.post(`/api/podcasts/${id}/reviews`, review)
    .then(({ data }) => dispatch({ type: REVIEWED, review: data }))
    .catch(() => dispatch({ type: FAILED, message: 'The review was not sent.' }));
}

export default function reducer(state = initialState, action) {
  switch (action.type) {
    case LOADED:
      return { podcast: action.podcast, message: '' };
    case SUBSCRIBED:
      return { ...state, podcast: { ...state.podcast, subscribed: action.subscribed } };
    case REVIEWED:
      state.podcast.reviews.unshift(action.review);
      return { podcast: { ...state.podcast }, message: 'Thank you for your review.' };
    case FAILED:
      return { ...state, message: action.message };
    default:
      return state;
  }
}
