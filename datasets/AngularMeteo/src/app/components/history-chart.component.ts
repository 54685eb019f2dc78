import { DatePipe } from '@angular/common';
import { Component, ElementRef, computed, input, signal } from '@angular/core';
import { DayRecord, Measure, UnitSystem } from '../models';
import { UnitPipe } from '../pipes/unit.pipe';
import { CHART_HEIGHT, drawChart } from '../utils/chart';

@Component({
  selector: 'app-history-chart',
  imports: [DatePipe, UnitPipe],
  templateUrl: './history-chart.component.html',
})
export class HistoryChartComponent {
  readonly days = input.required<DayRecord[]>();
  readonly units = input.required<UnitSystem>();

  readonly measure = signal<Measure>('temperature');
  readonly hovered = signal<DayRecord | null>(null);
  readonly width = signal(960);
  readonly height = CHART_HEIGHT;
  readonly chart = computed(() => drawChart(this.days(), this.measure(), this.units(), this.width()));

  constructor(host: ElementRef<HTMLElement>) {
    window.addEventListener('resize', () => this.width.set(host.nativeElement.clientWidth));
  }
}
