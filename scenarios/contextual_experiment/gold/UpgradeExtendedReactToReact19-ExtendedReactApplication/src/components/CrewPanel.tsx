import { Link } from 'react-router';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { selectUser } from '../store/session';
import { joinCrew, leaveCrew } from '../store/surveys';
import type { Survey } from '../types';

interface CrewPanelProps {
  readonly survey: Survey;
}

export function CrewPanel({ survey }: CrewPanelProps) {
  return (
    <section className="crew">
      <h2>
        Crew ({survey.crew.length} of {survey.places})
      </h2>
      <ul>
        {survey.crew.map((member) => (
          <li key={member.id}>{member.name}</li>
        ))}
      </ul>
      {survey.status === 'planned' && <CrewAction survey={survey} />}
    </section>
  );
}

function CrewAction({ survey }: CrewPanelProps) {
  const user = useAppSelector(selectUser);
  const dispatch = useAppDispatch();

  if (!user) {
    return (
      <Link to="/login" state={{ from: `/surveys/${survey.id}` }}>
        Sign in to join
      </Link>
    );
  }
  const member = { id: user.id, name: user.name };

  if (survey.crew.some(({ id }) => id === user.id)) {
    return (
      <button type="button" onClick={() => dispatch(leaveCrew({ survey, member }))}>
        Leave the crew
      </button>
    );
  }
  return (
    <button
      type="button"
      disabled={survey.crew.length >= survey.places}
      onClick={() => dispatch(joinCrew({ survey, member }))}
    >
      Join the crew
    </button>
  );
}
