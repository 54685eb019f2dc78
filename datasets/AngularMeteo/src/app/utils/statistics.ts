import { DayRecord } from '../models';

export interface Summary {
  mean: number;
  spread: number;
  warmest: DayRecord;
  coldest: DayRecord;
  rain: number;
  rainyDays: number;
  wind: number;
}

/** The figures of at least one day, in metric units. A day with 1 mm or more is a rainy day. */
export function summarize(days: DayRecord[]): Summary {
  return {
    mean: average(days.map((day) => day.mean)),
    spread: average(days.map((day) => day.max - day.min)),
    warmest: days.reduce((best, day) => (day.max > best.max ? day : best)),
    coldest: days.reduce((best, day) => (day.min < best.min ? day : best)),
    rain: days.reduce((sum, day) => sum + day.rain, 0),
    rainyDays: days.filter((day) => day.rain >= 1).length,
    wind: Math.max(...days.map((day) => day.wind)),
  };
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
