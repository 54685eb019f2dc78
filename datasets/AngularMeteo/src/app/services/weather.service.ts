import { HttpClient, HttpErrorResponse } from '@angular/common/http';
import { Injectable, inject } from '@angular/core';
import { Observable, catchError, map, of, retry, tap } from 'rxjs';
import { environment } from '../../environments/environment';
import { DateRange, DayRecord, Place } from '../models';
import { describeSky } from '../utils/sky';

const REASONS: Record<number, string> = {
  0: 'The archive cannot be reached. Check your connection.',
  404: 'The archive has no data for this place.',
  429: 'Too many requests. Try again in a minute.',
};

@Injectable({ providedIn: 'root' })
export class WeatherService {
  private readonly http = inject(HttpClient);
  private readonly cache = new Map<string, DayRecord[]>();

  searchPlaces(name: string): Observable<Place[]> {
    return this.http
      .get<{ results: Place[] }>(`${environment.apiUrl}/places?name=${name}&limit=8`)
      .pipe(map((response) => response.results));
  }

  /** The days of the range, oldest first. A range that was loaded before comes from memory. */
  history(place: Place, range: DateRange): Observable<DayRecord[]> {
    const key = `${place.name}/${range.from}/${range.to}`;
    const known = this.cache.get(key);
    if (known) {
      return of(known);
    }
    const params = { lat: place.latitude, lon: place.longitude, from: range.from, to: range.to };
    return this.http.get<any>(`${environment.apiUrl}/daily`, { params }).pipe(
      retry({ count: 2, delay: 1000 }),
      map((response) => this.toDays(response.daily)),
      tap((days) => this.cache.set(key, days)),
      catchError((error: HttpErrorResponse) => {
        throw new Error(REASONS[error.status] ?? `The archive answered with an error (${error.status}).`);
      }),
    );
  }

  // The archive sends one array for each quantity; a missing measurement is null.
  private toDays(daily: any): DayRecord[] {
    return daily.date.map((date: string, index: number) => {
      const value = (quantity: string) => daily[quantity][index] ?? 0;
      return {
        date,
        min: value('temperature_min'),
        mean: value('temperature_mean'),
        max: value('temperature_max'),
        rain: value('precipitation'),
        wind: value('wind_max'),
        sky: describeSky(daily.weather_code[index]),
      };
    });
  }
}
