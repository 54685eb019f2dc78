import { Measure, UnitSystem } from '../models';

export const UNITS: Record<UnitSystem, Record<Measure, { label: string; factor: number; offset: number }>> = {
  metric: {
    temperature: { label: '°C', factor: 1, offset: 0 },
    rain: { label: 'mm', factor: 1, offset: 0 },
    wind: { label: 'km/h', factor: 1, offset: 0 },
  },
  imperial: {
    temperature: { label: '°F', factor: 1.8, offset: 32 },
    rain: { label: 'in', factor: 0.03937, offset: 0 },
    wind: { label: 'mph', factor: 0.62137, offset: 0 },
  },
};

/** Turns a metric value into the units that the user has chosen. */
export function convert(value: number, measure: Measure, units: UnitSystem): number {
  const { factor, offset } = UNITS[units][measure];
  return value * factor + offset;
}
