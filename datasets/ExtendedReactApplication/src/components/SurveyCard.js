import React, { Component } from 'react';
import classNames from 'classnames';
import { Link } from 'react-router-dom';
import { withPreferences } from './PreferencesProvider';
import { STATUSES, formatDate, formatDistance } from '../utils/format';
import { preferencesShape, surveyShape } from '../utils/propTypes';

class SurveyCard extends Component {
  render() {
    const { survey, preferences } = this.props;
    const full = survey.crew.length >= survey.places;

    return (
      <li className={classNames('survey-card', { cancelled: survey.status === 'cancelled' })}>
        <Link to={`/surveys/${survey.id}`} className="survey-title">{survey.title}</Link>
        <span className={`badge badge-${survey.status}`}>{STATUSES[survey.status]}</span>
        <p>{survey.siteName}</p>
        <p>
          {formatDate(survey.date)}, {survey.start} · {formatDistance(survey.distance, preferences.units)}
        </p>
        <p className={classNames('places', { full })}>
          {full ? 'Crew is full' : `${survey.crew.length} of ${survey.places} places taken`}
        </p>
      </li>
    );
  }
}

SurveyCard.propTypes = {
  survey: surveyShape.isRequired,
  preferences: preferencesShape.isRequired
};

export default withPreferences(SurveyCard);
