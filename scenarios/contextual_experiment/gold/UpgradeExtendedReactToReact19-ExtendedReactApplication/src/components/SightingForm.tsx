import { type ChangeEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { FieldErrors, SightingValues } from '../types';
import { timeNow } from '../utils/format';
import { hasErrors, SIGHTING_RULES, validate } from '../utils/validation';

interface SightingFormProps {
  readonly onAdd: (values: SightingValues) => void;
}

const COMMON_SPECIES = [
  'Bearded reedling',
  'Bittern',
  'Coot',
  'Grey heron',
  'Lapwing',
  'Little egret',
  'Marsh harrier',
  'Reed bunting',
  'Reed warbler',
  'Snipe',
  'Teal',
  'Water rail',
];

const emptyValues = () => ({ species: '', count: '1', time: timeNow() });

export function SightingForm({ onAdd }: SightingFormProps) {
  const [values, setValues] = useState(emptyValues);
  const [errors, setErrors] = useState<FieldErrors>({});
  const species = useRef<HTMLInputElement>(null);
  const speciesList = useId();

  useEffect(() => {
    species.current?.focus();
  }, []);

  const handleChange = ({ target: { name, value } }: ChangeEvent<HTMLInputElement>) => {
    setValues((current) => ({ ...current, [name]: value }));
  };

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = validate(SIGHTING_RULES, values);
    setErrors(found);

    if (!hasErrors(found)) {
      onAdd({ ...values, species: values.species.trim(), count: Number(values.count) });
      setValues(emptyValues);
      species.current?.focus();
    }
  };

  return (
    <form className="sighting-form" onSubmit={handleSubmit} noValidate>
      <label>
        Species <input ref={species} name="species" list={speciesList} value={values.species} onChange={handleChange} />
        <span className="field-error" role="alert">
          {errors.species}
        </span>
      </label>
      <datalist id={speciesList}>
        {COMMON_SPECIES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <label>
        Count <input name="count" type="number" value={values.count} onChange={handleChange} />
        <span className="field-error" role="alert">
          {errors.count}
        </span>
      </label>
      <label>
        Time <input name="time" type="time" value={values.time} onChange={handleChange} />
        <span className="field-error" role="alert">
          {errors.time}
        </span>
      </label>
      <button type="submit">Log it</button>
    </form>
  );
}
