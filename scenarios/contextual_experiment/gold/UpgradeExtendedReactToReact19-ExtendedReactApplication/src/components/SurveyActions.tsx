import { Link } from 'react-router';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { saveSurvey } from '../store/surveys';
import type { Survey, SurveyStatus } from '../types';
import { ConfirmButton } from './ConfirmButton';

interface SurveyActionsProps {
  readonly survey: Survey;
}

/** What coordinators can do with a survey. */
export function SurveyActions({ survey }: SurveyActionsProps) {
  const saving = useAppSelector((state) => state.surveys.saving);
  const dispatch = useAppDispatch();
  const changeStatus = (status: SurveyStatus) => dispatch(saveSurvey({ ...survey, status }));

  return (
    <div className="actions">
      {survey.status === 'planned' && (
        <>
          <Link to={`/surveys/${survey.id}/edit`}>Edit</Link>
          <button type="button" disabled={saving} onClick={() => changeStatus('running')}>
            Start survey
          </button>
          <ConfirmButton
            label="Cancel survey"
            question="The crew will be told. Cancel it?"
            disabled={saving}
            onConfirm={() => changeStatus('cancelled')}
          />
        </>
      )}
      {survey.status === 'running' && (
        <ConfirmButton label="Close survey" disabled={saving} onConfirm={() => changeStatus('closed')} />
      )}
    </div>
  );
}
