export const FILTERS = ['all', 'open', 'done', 'overdue'];

export const PRIORITIES = ['high', 'normal', 'low'];

export function today() {
  return new Date().toISOString().slice(0, 10);
}

export function isOverdue(todo) {
  return !todo.done && todo.due !== '' && todo.due < today();
}

export function matchesFilter(todo, filter) {
  switch (filter) {
    case 'open':
      return !todo.done;
    case 'done':
      return todo.done;
    case 'overdue':
      return isOverdue(todo);
    default:
      return true;
  }
}

function byCreated(a, b) {
  return a.created - b.created;
}

function byPriority(a, b) {
  return PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority);
}

function byDue(a, b) {
  // errands without a date go to the end
  return (a.due || '9999').localeCompare(b.due || '9999');
}

const COMPARATORS = {
  created: byCreated,
  priority: byPriority,
  due: byDue
};

export function sortTodos(todos, order) {
  return todos.sort((a, b) => a.done - b.done || COMPARATORS[order](a, b));
}
