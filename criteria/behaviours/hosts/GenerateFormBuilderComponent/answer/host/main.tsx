// Shows the demo; with ?form=<JSON> a builder of that form; with ?own=<JSON> one that makes its ids
// itself; with ?render=<JSON> the form.
// What the components report stands in window.reported.
import { createRoot } from 'react-dom/client';
import App from '../src/App';
import { FormBuilder, FormRenderer, type FormDefinition } from '../src/components/FormBuilder';

declare global {
  interface Window {
    reported: unknown[];
  }
}

window.reported = [];
const wanted = new URLSearchParams(window.location.search);
const given = wanted.get('form') ?? wanted.get('own') ?? wanted.get('render');
const form: FormDefinition | undefined = given ? JSON.parse(given) : undefined;
let count = 100;

function createId(): string {
  count += 1;
  return `new-${count}`;
}

function report(what: unknown): void {
  window.reported.push(what);
}

const root = document.getElementById('root');
if (root && wanted.has('render') && form) {
  createRoot(root).render(<FormRenderer form={form} onSubmit={report} />);
} else if (root && wanted.has('form')) {
  createRoot(root).render(
    <FormBuilder initialForm={form} onChange={report} createId={createId} />,
  );
} else if (root && wanted.has('own')) {
  createRoot(root).render(<FormBuilder initialForm={form} onChange={report} />);
} else if (root) {
  createRoot(root).render(<App />);
}
