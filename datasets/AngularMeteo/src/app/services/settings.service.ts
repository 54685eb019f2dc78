import { Injectable, effect, signal } from '@angular/core';
import { Place, UnitSystem } from '../models';

const STORAGE_KEY = 'weather-almanac';
const MAX_RECENT = 5;

/** Units and recent places, kept in the browser. */
@Injectable({ providedIn: 'root' })
export class SettingsService {
  private readonly stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{"units":"metric","recent":[]}');

  readonly units = signal<UnitSystem>(this.stored.units);
  readonly recent = signal<Place[]>(this.stored.recent);

  constructor() {
    effect(() => {
      localStorage.setItem(STORAGE_KEY, JSON.stringify({ units: this.units(), recent: this.recent() }));
    });
  }

  remember(place: Place): void {
    this.recent.update((places) => [place, ...places.filter((other) => other.id !== place.id)].slice(0, MAX_RECENT));
  }
}
