import { DatePipe } from '@angular/common';
import { Component, computed, inject, signal } from '@angular/core';
import { DayTableComponent } from './components/day-table.component';
import { HistoryChartComponent } from './components/history-chart.component';
import { PlaceSearchComponent } from './components/place-search.component';
import { RangePickerComponent } from './components/range-picker.component';
import { SummaryCardsComponent } from './components/summary-cards.component';
import { DateRange, DayRecord, Place } from './models';
import { SettingsService } from './services/settings.service';
import { WeatherService } from './services/weather.service';
import { daysAgo } from './utils/dates';
import { summarize } from './utils/statistics';

@Component({
  selector: 'app-root',
  imports: [
    DatePipe,
    DayTableComponent,
    HistoryChartComponent,
    PlaceSearchComponent,
    RangePickerComponent,
    SummaryCardsComponent,
  ],
  templateUrl: './app.component.html',
})
export class AppComponent {
  private readonly weather = inject(WeatherService);
  readonly settings = inject(SettingsService);

  readonly place = signal<Place | null>(null);
  readonly range = signal<DateRange>({ from: daysAgo(30), to: daysAgo(1) });
  readonly days = signal<DayRecord[]>([]);
  readonly loading = signal(false);
  readonly error = signal('');
  readonly summary = computed(() => summarize(this.days()));

  constructor() {
    const last = this.settings.recent()[0];
    if (last) {
      this.choose(last);
    }
  }

  choose(place: Place): void {
    this.place.set(place);
    this.settings.remember(place);
    this.load();
  }

  changeRange(range: DateRange): void {
    this.range.set(range);
    this.load();
  }

  load(): void {
    const place = this.place();
    if (!place) {
      return;
    }
    this.loading.set(true);
    this.error.set('');
    this.weather.history(place, this.range()).subscribe({
      next: (days) => {
        this.days.set(days);
        this.loading.set(false);
      },
      error: (error: Error) => {
        this.error.set(error.message);
        this.loading.set(false);
      },
    });
  }

  exportCsv(): void {
    const header = 'date,min,mean,max,rain,wind,sky';
    const rows = this.days().map((day) => Object.values(day).join(','));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([[header, ...rows].join('\n')], { type: 'text/csv' }));
    link.download = `${this.place()!.name}.csv`;
    link.click();
  }
}
