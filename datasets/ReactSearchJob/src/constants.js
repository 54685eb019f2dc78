export const PER_PAGE = 20;
export const MAX_SAVED = 25;

export const EMPLOYMENT_LABELS = {
  full: 'Full time',
  part: 'Part time',
  project: 'Project work',
  intern: 'Internship'
};

export const ORDERS = [
  { id: 'relevance', label: 'Best match' },
  { id: 'date', label: 'Newest first' },
  { id: 'salary', label: 'Highest salary' }
];

export const PERIODS = [
  { id: '', label: 'At any time' },
  { id: '1', label: 'In the last 24 hours' },
  { id: '7', label: 'In the last 7 days' },
  { id: '30', label: 'In the last 30 days' }
];

export const POPULAR_SEARCHES = [
  'Accountant',
  'Electrician',
  'Nurse',
  'Teacher',
  'Web developer'
];
