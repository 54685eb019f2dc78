import { useLayoutEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { selectUser } from '../store/session';
import { addSighting, removeSighting } from '../store/surveys';
import type { Survey } from '../types';
import { plural } from '../utils/format';
import { SightingForm } from './SightingForm';
import { SightingLine } from './SightingLine';

interface SightingLogProps {
  readonly survey: Survey;
}

const END_TOLERANCE_PX = 4;

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollTop + list.clientHeight >= list.scrollHeight - END_TOLERANCE_PX;
}

export function SightingLog({ survey }: SightingLogProps) {
  const user = useAppSelector(selectUser);
  const dispatch = useAppDispatch();
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(false);

  // A reader at the end of the list stays there when a line is added.
  useLayoutEffect(() => {
    const node = list.current;

    if (node) {
      if (atEnd.current) {
        node.scrollTop = node.scrollHeight;
      }
      atEnd.current = isAtEnd(node);
    }
  }, [survey.sightings]);

  const running = survey.status === 'running';
  const inCrew = survey.crew.some(({ id }) => id === user?.id);
  const birds = survey.sightings.reduce((sum, { count }) => sum + count, 0);

  return (
    <section className="sightings">
      <h2>Sightings</h2>
      <p>
        {plural(birds, 'bird')} in {plural(survey.sightings.length, 'sighting')}
      </p>
      <ol
        className="sighting-list"
        ref={list}
        onScroll={(event) => {
          atEnd.current = isAtEnd(event.currentTarget);
        }}
      >
        {survey.sightings.map((sighting) => (
          <SightingLine
            key={sighting.id}
            sighting={sighting}
            removable={running && sighting.observer.id === user?.id}
            onRemove={() => dispatch(removeSighting({ survey, sighting }))}
          />
        ))}
      </ol>
      {running && inCrew && (
        <SightingForm onAdd={(values) => dispatch(addSighting({ surveyId: survey.id, values }))} />
      )}
    </section>
  );
}
