export interface Place {
  id: number;
  name: string;
  region?: string;
  country: string;
  latitude: number;
  longitude: number;
}

/** Both days belong to the range, written as yyyy-MM-dd. */
export interface DateRange {
  from: string;
  to: string;
}

/** What the archive knows of one day, in °C, mm and km/h. */
export interface DayRecord {
  date: string;
  min: number;
  mean: number;
  max: number;
  rain: number;
  wind: number;
  sky: string;
}

export type UnitSystem = 'metric' | 'imperial';
export type Measure = 'temperature' | 'rain' | 'wind';
