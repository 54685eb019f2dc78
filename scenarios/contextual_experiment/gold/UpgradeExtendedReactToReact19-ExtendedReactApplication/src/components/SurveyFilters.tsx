import { type ChangeEvent, useState } from 'react';
import { useDebounced } from '../hooks/useDebounced';
import type { Site, SurveyFilterValues } from '../types';
import { STATUSES } from '../utils/format';
import { Field } from './Field';

interface SurveyFiltersProps {
  readonly filters: SurveyFilterValues;
  readonly sites: readonly Site[];
  readonly onChange: (changes: Partial<SurveyFilterValues>) => void;
}

const TYPING_DELAY_MS = 300;

/** The selects report at once, the search text after a pause in typing. */
export function SurveyFilters({ filters, sites, onChange }: SurveyFiltersProps) {
  const [search, setSearch] = useState(filters.search);
  const [reported, setReported] = useState(filters.search);
  const reportSearch = useDebounced((text: string) => onChange({ search: text }), TYPING_DELAY_MS);

  // The Back button and links change the filters from outside.
  if (filters.search !== reported) {
    setReported(filters.search);
    setSearch(filters.search);
  }

  const handleSearch = (event: ChangeEvent<HTMLInputElement>) => {
    setSearch(event.target.value);
    reportSearch(event.target.value);
  };

  return (
    <div className="filters">
      <Field
        label="Search"
        type="search"
        name="search"
        placeholder="Title of the survey"
        value={search}
        onChange={handleSearch}
      />
      <Field
        as="select"
        label="Status"
        name="status"
        value={filters.status}
        onChange={(event) => onChange({ status: event.target.value })}
      >
        <option value="">Any status</option>
        {Object.entries(STATUSES).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </Field>
      <Field
        as="select"
        label="Site"
        name="site"
        value={filters.site}
        onChange={(event) => onChange({ site: event.target.value })}
      >
        <option value="">All sites</option>
        {sites.map((site) => (
          <option key={site.id} value={site.id}>
            {site.name}
          </option>
        ))}
      </Field>
    </div>
  );
}
