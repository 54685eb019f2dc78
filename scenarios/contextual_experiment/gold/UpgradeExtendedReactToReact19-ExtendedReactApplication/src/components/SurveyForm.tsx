import { type ChangeEvent, type FocusEvent, type SubmitEvent, useEffect, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { saveSurvey } from '../store/surveys';
import type { FieldErrors, Survey } from '../types';
import { check, hasErrors, NOTE_LENGTH, SURVEY_RULES, validate } from '../utils/validation';
import { Field } from './Field';

interface SurveyFormProps {
  /** The survey to edit; without one, a new survey is planned. */
  readonly survey?: Survey;
}

type FieldName = keyof typeof SURVEY_RULES;
type FormValues = Readonly<Record<FieldName, string>>;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const NEW_VALUES: FormValues = {
  title: '',
  siteId: '',
  date: '',
  start: '06:30',
  distance: '2.5',
  places: '4',
  note: '',
};

/** The inputs want text, the survey has numbers. */
function toValues({ title, siteId, date, start, distance, places, note }: Survey): FormValues {
  return { title, siteId, date, start, distance: String(distance), places: String(places), note };
}

function toSurvey(values: FormValues) {
  return {
    ...values,
    title: values.title.trim(),
    distance: Number(values.distance),
    places: Number(values.places),
  };
}

export function SurveyForm({ survey }: SurveyFormProps) {
  const [values, setValues] = useState(() => (survey ? toValues(survey) : NEW_VALUES));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [dirty, setDirty] = useState(false);
  const [savedId, setSavedId] = useState<string | null>(null);
  const sites = useAppSelector((state) => state.sites.items);
  const saving = useAppSelector((state) => state.surveys.saving);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const blocker = useBlocker(dirty && savedId === null);

  useEffect(() => {
    if (blocker.state === 'blocked') {
      if (window.confirm('Leave without saving?')) {
        blocker.proceed();
      } else {
        blocker.reset();
      }
    }
  }, [blocker]);

  // In an effect of its own, after the one that no longer blocks.
  useEffect(() => {
    if (savedId !== null) {
      void navigate(`/surveys/${savedId}`);
    }
  }, [navigate, savedId]);

  const handleChange = ({ target: { name, value } }: ChangeEvent<Control>) => {
    setValues((current) => ({ ...current, [name]: value }));
    setDirty(true);
  };

  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = validate(SURVEY_RULES, values);
    setErrors(found);

    if (!hasErrors(found)) {
      const changed = toSurvey(values);
      const result = await dispatch(saveSurvey(survey ? { ...survey, ...changed } : { ...changed, status: 'planned' }));

      if (saveSurvey.fulfilled.match(result)) {
        setSavedId(result.payload.id);
      } else {
        setErrors(result.payload?.errors ?? {});
      }
    }
  };

  const field = (name: FieldName) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: handleChange,
    onBlur: ({ target: { value } }: FocusEvent<Control>) =>
      setErrors((current) => ({ ...current, [name]: check(SURVEY_RULES[name], value) })),
  });

  return (
    <form className="survey-form" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <h1>{survey ? 'Edit survey' : 'Plan a survey'}</h1>
      <Field label="Title" {...field('title')} />
      <Field as="select" label="Site" {...field('siteId')}>
        <option value="">Choose…</option>
        {sites.map((site) => (
          <option key={site.id} value={site.id}>
            {site.name}
          </option>
        ))}
      </Field>
      <Field label="Date" type="date" {...field('date')} />
      <Field label="Start" type="time" {...field('start')} />
      <Field label="Route (km)" type="number" step="0.1" {...field('distance')} />
      <Field label="Places in the crew" type="number" {...field('places')} />
      <Field
        as="textarea"
        label="Note"
        rows={4}
        hint={`${values.note.length} of ${NOTE_LENGTH} characters`}
        {...field('note')}
      />
      <button type="submit" disabled={saving}>
        {saving ? 'Saving…' : 'Save'}
      </button>
    </form>
  );
}
