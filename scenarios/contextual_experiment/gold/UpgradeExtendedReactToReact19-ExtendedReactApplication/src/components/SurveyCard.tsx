import { Link } from 'react-router';
import { usePreferences } from '../preferences/PreferencesContext';
import type { SurveySummary } from '../types';
import { classNames, formatDate, formatDistance, STATUSES } from '../utils/format';

interface SurveyCardProps {
  readonly survey: SurveySummary;
}

export function SurveyCard({ survey }: SurveyCardProps) {
  const { preferences } = usePreferences();
  const { id, title, status, siteName, date, start, distance, crew, places } = survey;
  const full = crew.length >= places;

  return (
    <li className={classNames('survey-card', status === 'cancelled' && 'cancelled')}>
      <Link to={`/surveys/${id}`} className="survey-title">
        {title}
      </Link>
      <span className={`badge badge-${status}`}>{STATUSES[status]}</span>
      <p>{siteName}</p>
      <p>
        {formatDate(date)}, {start} · {formatDistance(distance, preferences.units)}
      </p>
      <p className={classNames('places', full && 'full')}>
        {full ? 'Crew is full' : `${crew.length} of ${places} places taken`}
      </p>
    </li>
  );
}
