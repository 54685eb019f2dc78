import queryString from 'query-string';

export const DEFAULT_FILTERS = {
  text: '',
  place: '',
  salary: '',
  type: [],
  days: '',
  order: 'relevance',
  page: 1
};

export function parseFilters(search) {
  const query = queryString.parse(search);

  return {
    ...DEFAULT_FILTERS,
    ...query,
    type: [].concat(query.type || []),
    page: Number(query.page) || 1
  };
}

// The address of the list, e.g. /vacancies?text=nurse&type=part&page=2; defaults are left out.
export function listPath(filters) {
  const query = {};

  Object.keys(DEFAULT_FILTERS).forEach(key => {
    if (String(filters[key]) !== String(DEFAULT_FILTERS[key])) {
      query[key] = filters[key];
    }
  });

  return '/vacancies?' + queryString.stringify(query);
}
