import type { Task } from '../model/task';

interface SummaryProps {
  readonly tasks: readonly Task[];
}

function summaryOf(open: number): string {
  if (open === 0) {
    return 'Nothing left to do';
  }
  return open === 1 ? '1 task left' : `${open} tasks left`;
}

export function Summary({ tasks }: SummaryProps) {
  const open = tasks.filter((task) => !task.done).length;

  return <p className="summary">{summaryOf(open)}</p>;
}
