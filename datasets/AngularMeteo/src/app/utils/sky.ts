const CODES = [
  { upTo: 0, text: 'Clear' },
  { upTo: 3, text: 'Cloudy' },
  { upTo: 48, text: 'Fog' },
  { upTo: 67, text: 'Rain' },
  { upTo: 77, text: 'Snow' },
  { upTo: 82, text: 'Showers' },
  { upTo: 99, text: 'Thunderstorm' },
];

/** The words for a weather code of the archive (WMO table 4677, abridged). */
export function describeSky(code: number): string {
  return CODES.find((entry) => code <= entry.upTo)?.text ?? 'Unknown';
}
