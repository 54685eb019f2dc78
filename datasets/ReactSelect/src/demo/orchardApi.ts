import { fold, type Option } from '../select';

const ORCHARDS: Option[] = [
  { value: 'aldersyde', label: 'Aldersyde', description: 'Perthshire' },
  { value: 'brunnhof', label: 'Brunnhof', description: 'Steiermark' },
  { value: 'clos-fleuri', label: 'Clos Fleuri', description: 'Normandie' },
  { value: 'dvorek', label: 'Dvůrek', description: 'Morava' },
  { value: 'eikenlo', label: 'Eikenlo', description: 'Gelderland' },
  { value: 'fjellhage', label: 'Fjellhage', description: 'Hardanger' },
  { value: 'gamlegard', label: 'Gamlegård', description: 'Skåne' },
  { value: 'hollow-farm', label: 'Hollow Farm', description: 'Kent' },
  { value: 'il-meleto', label: 'Il Meleto', description: 'Trentino' },
  { value: 'kirsebaer', label: 'Kirsebærlunden', description: 'Fyn' },
  { value: 'las-manzanas', label: 'Las Manzanas', description: 'Asturias' },
  { value: 'mosthof', label: 'Mosthof', description: 'Thurgau' },
  { value: 'old-mill', label: 'Old Mill', description: 'Herefordshire' },
  { value: 'pomar-velho', label: 'Pomar Velho', description: 'Alcobaça' },
  { value: 'sad-pod-lipa', label: 'Sad pod Lipą', description: 'Grójec' },
];

const LATENCY = 400;

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('The search was given up', 'AbortError'));
    });
  });
}

/** Stands in for a server. The query "offline" makes it fail. */
export async function searchOrchards(query: string, signal: AbortSignal): Promise<Option[]> {
  await pause(LATENCY, signal);
  if (query === 'offline') throw new Error('503 Service Unavailable');
  const wanted = fold(query);
  return ORCHARDS.filter(({ label, description }) =>
    fold(`${label} ${description}`).includes(wanted),
  );
}
