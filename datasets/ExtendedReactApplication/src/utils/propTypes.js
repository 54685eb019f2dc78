import PropTypes from 'prop-types';

const { arrayOf, number, object, oneOf, shape, string } = PropTypes;

export const userShape = shape({
  id: string.isRequired,
  name: string.isRequired,
  role: oneOf(['coordinator', 'observer'])
});

export const siteShape = shape({
  id: string.isRequired,
  name: string.isRequired,
  area: number.isRequired,
  surveys: number.isRequired,
  lastSurvey: string
});

export const sightingShape = shape({
  id: string.isRequired,
  species: string.isRequired,
  count: number.isRequired,
  time: string.isRequired,
  observer: userShape.isRequired
});

export const surveyShape = shape({
  id: string.isRequired,
  title: string.isRequired,
  status: oneOf(['planned', 'running', 'closed', 'cancelled']).isRequired,
  siteId: string.isRequired,
  siteName: string.isRequired,
  date: string.isRequired,
  start: string.isRequired,
  distance: number.isRequired,
  places: number.isRequired,
  note: string.isRequired,
  crew: arrayOf(userShape).isRequired,
  sightings: arrayOf(sightingShape)
});

export const preferencesShape = shape({
  units: oneOf(['metric', 'imperial']).isRequired,
  pageSize: number.isRequired,
  theme: oneOf(['light', 'dark']).isRequired
});

export const routerPropTypes = {
  history: object.isRequired,
  location: object.isRequired,
  match: object.isRequired
};
