import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import { CrewPanel } from '../components/CrewPanel';
import { SightingLog } from '../components/SightingLog';
import { SurveyActions } from '../components/SurveyActions';
import { useRepeatedly } from '../hooks/useRepeatedly';
import { usePreferences } from '../preferences/PreferencesContext';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { selectIsCoordinator } from '../store/session';
import { loadSurvey } from '../store/surveys';
import { formatDate, formatDistance, STATUSES } from '../utils/format';

const REFRESH_EVERY_MS = 30_000;

export function SurveyScreen() {
  const { id = '' } = useParams();
  const survey = useAppSelector((state) => state.surveys.current);
  const error = useAppSelector((state) => state.surveys.currentError);
  const canPlan = useAppSelector(selectIsCoordinator);
  const { preferences } = usePreferences();
  const dispatch = useAppDispatch();
  const load = useCallback(() => void dispatch(loadSurvey(id)), [dispatch, id]);

  useRepeatedly(load, REFRESH_EVERY_MS);

  if (survey?.id !== id) {
    return error ? (
      <p className="empty" role="alert">
        {error}
      </p>
    ) : (
      <p className="empty">Loading survey…</p>
    );
  }
  return (
    <>
      <h1>
        {survey.title}
        <span className={`badge badge-${survey.status}`}>{STATUSES[survey.status]}</span>
      </h1>
      {canPlan && <SurveyActions survey={survey} />}
      <dl className="facts">
        <dt>Site</dt>
        <dd>
          <Link to={`/surveys?site=${survey.siteId}`}>{survey.siteName}</Link>
        </dd>
        <dt>Date</dt>
        <dd>
          {formatDate(survey.date)}, {survey.start}
        </dd>
        <dt>Route</dt>
        <dd>{formatDistance(survey.distance, preferences.units)}</dd>
      </dl>
      {survey.note && <div className="note">{survey.note}</div>}
      <CrewPanel survey={survey} />
      {survey.status !== 'planned' && <SightingLog key={survey.id} survey={survey} />}
    </>
  );
}
