import { Pipe, PipeTransform } from '@angular/core';
import { Measure, UnitSystem } from '../models';
import { UNITS, convert } from '../utils/units';

@Pipe({ name: 'unit' })
export class UnitPipe implements PipeTransform {
  transform(value: number, measure: Measure, units: UnitSystem): string {
    return `${convert(value, measure, units).toFixed(1)} ${UNITS[units][measure].label}`;
  }
}
