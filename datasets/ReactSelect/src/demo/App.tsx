import { useRef, useState } from 'react';
import { Select, type Option, type SelectHandle, type Value } from '../select';
import { LANGUAGES, PRODUCE, TREES, VARIETIES, type Variety } from './data';
import { OrderForm } from './OrderForm';
import { searchOrchards } from './orchardApi';
import { Section } from './Section';

function SingleChoice() {
  const [fruit, setFruit] = useState<Value | null>('pear');

  return (
    <Section
      title="One of a few"
      text="Groups, disabled options and type-ahead, without a search field."
      value={fruit}
    >
      <Select label="Fruit" options={PRODUCE} value={fruit} onChange={setFruit} clearable />
    </Section>
  );
}

function SearchAndTags() {
  const [languages, setLanguages] = useState<Value[]>(['en', 'pl']);

  return (
    <Section
      title="Several, with search"
      text="Search folds accents: try “fran” or “slovencina”."
      value={languages}
    >
      <Select
        label="Languages of the label"
        options={LANGUAGES}
        multiple
        searchable
        clearable
        maxSelected={4}
        value={languages}
        onChange={setLanguages}
        hint="Up to four"
      />
    </Section>
  );
}

function RemoteOptions() {
  const [orchard, setOrchard] = useState<Option | null>(null);
  const select = useRef<SelectHandle>(null);

  return (
    <Section
      title="Loaded while you type"
      text="Two letters start a search; “offline” shows a failure."
      value={orchard}
    >
      <Select
        ref={select}
        label="Orchard"
        loadOptions={searchOrchards}
        minQueryLength={2}
        searchable
        clearable
        placeholder="Name or region"
        onChange={(_, option) => setOrchard(option)}
      />
      <button type="button" onClick={() => select.current?.open()}>
        Search an orchard
      </button>
    </Section>
  );
}

function NewOptions() {
  const [tags, setTags] = useState<Value[]>([]);

  return (
    <Section title="New options" text="What is not in the list can be added to it." value={tags}>
      <Select
        label="Notes on the harvest"
        options={[
          { value: 'windfall', label: 'Windfall' },
          { value: 'organic', label: 'Organic' },
          { value: 'second-pick', label: 'Second pick' },
        ]}
        multiple
        searchable
        creatable
        onCreate={(label) => ({ value: label.toLowerCase().replace(/\s+/g, '-'), label })}
        onChange={setTags}
      />
    </Section>
  );
}

function LongList() {
  const [tree, setTree] = useState<Value | null>(null);

  return (
    <Section
      title="Long list"
      text="5,000 trees, of which only those in view are rendered."
      value={tree}
    >
      <Select
        label="Tree"
        options={TREES}
        searchable
        clearable
        value={tree}
        onChange={setTree}
        maxListHeight={216}
      />
    </Section>
  );
}

function CustomRendering() {
  const [variety, setVariety] = useState<Value | null>(null);
  const colourOf = (option: Option) => (option as Variety).colour;

  return (
    <Section title="Own rendering" text="Options and value are drawn by the page.">
      <Select
        label="Apple variety"
        options={VARIETIES}
        value={variety}
        onChange={setVariety}
        rowHeight={44}
        error={variety === 'granny' ? 'Granny Smith is sold out' : undefined}
        renderOption={(option, { selected }) => (
          <span className="variety">
            <span className="swatch" style={{ background: colourOf(option) }} />
            {selected ? <strong>{option.label}</strong> : option.label}
            <small>{option.description}</small>
          </span>
        )}
        renderValue={(option) => (
          <span className="variety">
            <span className="swatch" style={{ background: colourOf(option) }} />
            {option.label}
          </span>
        )}
      />
    </Section>
  );
}

export function App() {
  return (
    <main className="page">
      <h1>Orchard Select</h1>
      <p>A select for React with search, tags and keyboard support.</p>
      <div className="sections">
        <SingleChoice />
        <SearchAndTags />
        <RemoteOptions />
        <NewOptions />
        <LongList />
        <CustomRendering />
        <OrderForm />
        <Section
          title="Out of season"
          text="A disabled select shows its value and cannot be opened."
        >
          <Select label="Nuts" options={PRODUCE} defaultValue="walnut" disabled />
        </Section>
      </div>
    </main>
  );
}
