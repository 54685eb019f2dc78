import { PRIORITIES, type Priority, toPriority } from '../model/task';

interface PrioritySelectProps {
  readonly value: Priority;
  readonly onChange: (value: Priority) => void;
}

export function PrioritySelect({ value, onChange }: PrioritySelectProps) {
  return (
    <select aria-label="Priority" value={value} onChange={(event) => onChange(toPriority(event.target.value))}>
      {PRIORITIES.map((priority) => (
        <option key={priority.value} value={priority.value}>
          {priority.name}
        </option>
      ))}
    </select>
  );
}
