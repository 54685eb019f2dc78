import { Component, inject, input, output, signal } from '@angular/core';
import { FormControl, ReactiveFormsModule } from '@angular/forms';
import { debounceTime, distinctUntilChanged, filter, switchMap } from 'rxjs';
import { Place } from '../models';
import { WeatherService } from '../services/weather.service';

@Component({
  selector: 'app-place-search',
  imports: [ReactiveFormsModule],
  templateUrl: './place-search.component.html',
})
export class PlaceSearchComponent {
  private readonly weather = inject(WeatherService);

  readonly recent = input.required<Place[]>();
  readonly selected = output<Place>();

  readonly query = new FormControl('', { nonNullable: true });
  readonly places = signal<Place[]>([]);
  readonly hint = signal('');

  constructor() {
    this.query.valueChanges
      .pipe(
        debounceTime(300),
        filter((text) => text.length > 1),
        distinctUntilChanged(),
        switchMap((text) => this.weather.searchPlaces(text)),
      )
      .subscribe({
        next: (places) => {
          this.places.set(places);
          this.hint.set(places.length ? '' : 'No place of this name.');
        },
        error: () => this.hint.set('The search does not work at the moment.'),
      });
  }

  pick(place: Place): void {
    this.query.setValue('', { emitEvent: false });
    this.places.set([]);
    this.selected.emit(place);
  }

  /** Sets the typed letters in bold. */
  highlight(name: string): string {
    return name.replace(new RegExp(this.query.value, 'i'), '<b>$&</b>');
  }
}
