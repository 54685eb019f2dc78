import { useCallback, useEffect } from 'react';
import { Pagination } from '../components/Pagination';
import { SurveyCard } from '../components/SurveyCard';
import { SurveyFilters } from '../components/SurveyFilters';
import { useSurveyQuery } from '../hooks/useSurveyQuery';
import { usePreferences } from '../preferences/PreferencesContext';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { loadSites } from '../store/sites';
import { loadSurveys } from '../store/surveys';
import { classNames, plural } from '../utils/format';

export function SurveyListScreen() {
  const [query, changeQuery] = useSurveyQuery();
  const { pageSize: size } = usePreferences().preferences;
  const { items, total, loading, listError } = useAppSelector((state) => state.surveys);
  const sites = useAppSelector((state) => state.sites.items);
  const dispatch = useAppDispatch();
  const load = useCallback(() => void dispatch(loadSurveys({ query, size })), [dispatch, query, size]);

  useEffect(() => {
    void dispatch(loadSites());
  }, [dispatch]);

  useEffect(load, [load]);

  return (
    <div>
      <h1>Surveys</h1>
      <SurveyFilters filters={query} sites={sites} onChange={(changes) => changeQuery({ ...changes, page: 1 })} />
      {listError ? (
        <p className="error" role="alert">
          The surveys could not be loaded. {listError}
          <button type="button" onClick={load}>
            Try again
          </button>
        </p>
      ) : (
        <div className={classNames('list', loading && 'stale')}>
          <p>{loading ? 'Loading surveys…' : plural(total, 'survey')}</p>
          <ul>
            {items.map((survey) => (
              <SurveyCard key={survey.id} survey={survey} />
            ))}
          </ul>
        </div>
      )}
      <Pagination page={query.page} size={size} total={total} onChange={(page) => changeQuery({ page })} />
    </div>
  );
}
