import type { Sighting } from '../types';

interface SightingLineProps {
  readonly sighting: Sighting;
  readonly removable: boolean;
  readonly onRemove: () => void;
}

export function SightingLine({ sighting, removable, onRemove }: SightingLineProps) {
  const { species, count, time, observer } = sighting;

  return (
    <li className="sighting">
      <span className="time">{time}</span> {count} × {species}
      <span className="observer">{observer.name}</span>
      {removable && (
        <button type="button" className="close" aria-label={`Remove ${species} at ${time}`} onClick={onRemove}>
          ×
        </button>
      )}
    </li>
  );
}
