const COMMON = {
  viewBox: '0 0 16 16',
  width: 16,
  height: 16,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  'aria-hidden': true,
  focusable: false,
} as const;

export function ArrowIcon({ up }: { up: boolean }) {
  return (
    <svg {...COMMON} className="os-icon">
      <path d={up ? 'M4 10l4-4 4 4' : 'M4 6l4 4 4-4'} />
    </svg>
  );
}

export function CrossIcon() {
  return (
    <svg {...COMMON} className="os-icon">
      <path d="M4.5 4.5l7 7m0-7l-7 7" />
    </svg>
  );
}

export function CheckIcon() {
  return (
    <svg {...COMMON} className="os-icon">
      <path d="M3.5 8.5l3 3 6-7" />
    </svg>
  );
}

export function Spinner() {
  return (
    <svg {...COMMON} className="os-icon os-spinner">
      <path d="M8 2a6 6 0 1 1-6 6" />
    </svg>
  );
}
