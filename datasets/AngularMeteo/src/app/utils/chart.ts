import { DayRecord, Measure, UnitSystem } from '../models';
import { convert } from './units';

export const CHART_HEIGHT = 260;
const PADDING = 44;

/** Lays the days out from left to right: a line of the values, and for temperatures a band from low to high. */
export function drawChart(days: DayRecord[], measure: Measure, units: UnitSystem, width: number) {
  const values = (key: 'min' | 'mean' | 'max') =>
    days.map((day) => convert(day[measure === 'temperature' ? key : measure], measure, units));
  const [lows, means, highs] = [values('min'), values('mean'), values('max')];
  const low = measure === 'temperature' ? Math.floor(Math.min(...lows)) : 0;
  const high = Math.ceil(Math.max(...highs));

  const left = PADDING;
  const right = width - PADDING;
  const bottom = CHART_HEIGHT - PADDING;
  const slotWidth = Math.max(1, (right - left) / days.length - 2);
  const x = (index: number) => left + (index / (days.length - 1)) * (right - left);
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - PADDING / 2);
  const points = (list: number[]) => list.map((value, index) => `${x(index)},${y(value)}`);

  return {
    left,
    right,
    bottom,
    slotWidth,
    slots: days.map((day, index) => ({ day, left: x(index) - slotWidth / 2, top: y(highs[index]) })),
    line: `M${points(means).join(' L')}`,
    band: `M${points(highs).join(' L')} L${points(lows).reverse().join(' L')} Z`,
    ticks: [low, (low + high) / 2, high].map((value) => ({ value, y: y(value) })),
  };
}
