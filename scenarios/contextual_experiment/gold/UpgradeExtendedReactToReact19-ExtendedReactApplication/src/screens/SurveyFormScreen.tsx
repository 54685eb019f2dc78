import { useEffect } from 'react';
import { useParams } from 'react-router';
import { SurveyForm } from '../components/SurveyForm';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { loadSites } from '../store/sites';
import { loadSurvey } from '../store/surveys';

/** The form for a new survey, or for the one in the address as soon as it is there. */
export function SurveyFormScreen() {
  const { id } = useParams();
  const survey = useAppSelector((state) => state.surveys.current);
  const error = useAppSelector((state) => state.surveys.currentError);
  const dispatch = useAppDispatch();

  useEffect(() => {
    void dispatch(loadSites());
    if (id) {
      void dispatch(loadSurvey(id));
    }
  }, [dispatch, id]);

  if (!id) {
    return <SurveyForm key="new" />;
  }
  if (survey?.id !== id) {
    return error ? (
      <p className="empty" role="alert">
        {error}
      </p>
    ) : (
      <p className="empty">Loading survey…</p>
    );
  }
  return <SurveyForm key={id} survey={survey} />;
}
