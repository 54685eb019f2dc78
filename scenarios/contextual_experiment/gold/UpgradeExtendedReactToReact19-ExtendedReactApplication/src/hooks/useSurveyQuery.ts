import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { SurveyQuery } from '../types';

function readPage(text: string | null): number {
  const page = Number(text ?? '1');

  return Number.isInteger(page) && page > 0 ? page : 1;
}

function toSearch({ page, ...filters }: SurveyQuery): string {
  const params = new URLSearchParams({ ...filters, page: String(page) });
  params.sort();

  return params.toString();
}

/** Filters and page live in the address, so that a list can be bookmarked and the Back button works. */
export function useSurveyQuery(): [SurveyQuery, (changes: Partial<SurveyQuery>) => void] {
  const [params] = useSearchParams();
  const navigate = useNavigate();

  const query = useMemo<SurveyQuery>(
    () => ({
      search: params.get('search') ?? '',
      status: params.get('status') ?? '',
      site: params.get('site') ?? '',
      page: readPage(params.get('page')),
    }),
    [params],
  );

  const changeQuery = (changes: Partial<SurveyQuery>) => {
    void navigate(`/surveys?${toSearch({ ...query, ...changes })}`);
  };

  return [query, changeQuery];
}
