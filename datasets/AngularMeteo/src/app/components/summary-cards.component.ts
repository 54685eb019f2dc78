import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';
import { UnitSystem } from '../models';
import { UnitPipe } from '../pipes/unit.pipe';
import { Summary } from '../utils/statistics';

@Component({
  selector: 'app-summary-cards',
  imports: [DatePipe, UnitPipe],
  templateUrl: './summary-cards.component.html',
})
export class SummaryCardsComponent {
  readonly summary = input.required<Summary>();
  readonly units = input.required<UnitSystem>();
}
