import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';
import { DayRecord, UnitSystem } from '../models';
import { UnitPipe } from '../pipes/unit.pipe';

@Component({
  selector: 'app-day-table',
  imports: [DatePipe, UnitPipe],
  templateUrl: './day-table.component.html',
})
export class DayTableComponent {
  readonly days = input.required<DayRecord[]>();
  readonly units = input.required<UnitSystem>();

  readonly columns: { key: keyof DayRecord; title: string }[] = [
    { key: 'date', title: 'Day' },
    { key: 'min', title: 'Low' },
    { key: 'mean', title: 'Mean' },
    { key: 'max', title: 'High' },
    { key: 'rain', title: 'Rain' },
    { key: 'wind', title: 'Wind' },
    { key: 'sky', title: 'Sky' },
  ];
  sortKey: keyof DayRecord = 'date';
  ascending = true;

  sortBy(key: keyof DayRecord): void {
    this.ascending = key === this.sortKey ? !this.ascending : true;
    this.sortKey = key;
  }

  sorted(): DayRecord[] {
    const sign = this.ascending ? 1 : -1;
    return this.days().sort((a, b) => (a[this.sortKey] > b[this.sortKey] ? sign : -sign));
  }
}
