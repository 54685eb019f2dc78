import { useState, type FormEvent } from 'react';
import { Select } from '../select';
import { PACKAGING, PRODUCE } from './data';
import { Section } from './Section';

type Sent = Record<string, string[]>;

function entriesOf(form: HTMLFormElement): Sent {
  const data = new FormData(form);
  return Object.fromEntries([...data.keys()].map((key) => [key, data.getAll(key).map(String)]));
}

export function OrderForm() {
  const [sent, setSent] = useState<Sent>({});

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(entriesOf(event.currentTarget));
  };

  return (
    <Section
      title="In a form"
      text="Values are sent under their names, a required value is enforced, and reset brings back the first ones."
      value={sent}
    >
      <form className="order-form" onSubmit={handleSubmit} onReset={() => setSent({})}>
        <Select
          label="Fruit to order"
          name="fruit"
          options={PRODUCE}
          multiple
          required
          searchable
          clearable
          hint="At least one kind"
        />
        <Select label="Packaging" name="packaging" options={PACKAGING} defaultValue={5} />
        <div className="actions">
          <button type="submit">Order</button>
          <button type="reset">Start again</button>
        </div>
      </form>
    </Section>
  );
}
