import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  text: string;
  /** Shown as JSON below the example. */
  value?: unknown;
  children: ReactNode;
}

export function Section({ title, text, value, children }: SectionProps) {
  return (
    <section className="section">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
      {value !== undefined && <code>{JSON.stringify(value)}</code>}
    </section>
  );
}
