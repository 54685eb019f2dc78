import { Component, inject, output, signal } from '@angular/core';
import { FormBuilder, ReactiveFormsModule, Validators } from '@angular/forms';
import { DateRange } from '../models';
import { daysAgo } from '../utils/dates';

@Component({
  selector: 'app-range-picker',
  imports: [ReactiveFormsModule],
  templateUrl: './range-picker.component.html',
})
export class RangePickerComponent {
  readonly changed = output<DateRange>();

  readonly yesterday = daysAgo(1);
  readonly problem = signal('');
  readonly form = inject(FormBuilder).nonNullable.group({
    from: [daysAgo(30), Validators.required],
    to: [daysAgo(1), Validators.required],
  });

  usePreset(days: number): void {
    this.form.setValue({ from: daysAgo(days), to: daysAgo(1) });
    this.submit();
  }

  submit(): void {
    const { from, to } = this.form.getRawValue();
    this.problem.set(this.check(from, to));
    if (!this.problem()) {
      this.changed.emit({ from, to });
    }
  }

  private check(from: string, to: string): string {
    if (this.form.invalid) {
      return 'Enter both days.';
    }
    if (from > to) {
      return 'The first day lies after the last.';
    }
    if (from < '1950-01-01' || to > this.yesterday) {
      return 'The archive reaches from 1950 to yesterday.';
    }
    if ((Date.parse(to) - Date.parse(from)) / 86400000 > 365) {
      return 'Choose at most one year.';
    }
    return '';
  }
}
