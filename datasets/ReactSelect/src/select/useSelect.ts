import {
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useReducer,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { commandFor, type Command, type OpenAt } from './keyboard';
import { CLOSED, menuReducer } from './menuState';
import { withDefaults } from './messages';
import {
  firstEnabled,
  isEnabled,
  lastEnabled,
  move,
  resolveActive,
  typeaheadTarget,
  type Move,
} from './navigation';
import { buildRows, creatableText, filterItems, matches, toItems, withExtra } from './options';
import { queryWords } from './text';
import type { Option, OptionSource, Row, SelectProps, Value } from './types';
import { useAnnouncer } from './useAnnouncer';
import { useAsyncOptions } from './useAsyncOptions';
import { useFormReset } from './useFormReset';
import { useTypeahead } from './useTypeahead';
import { emitChange, isMultiple, toValues } from './values';

const NO_OPTIONS: OptionSource = [];
const NO_VALUES: readonly Value[] = [];

/** State and behaviour of a select; the components around it only draw what this returns. */
export function useSelect(props: SelectProps) {
  const {
    options = NO_OPTIONS,
    loadOptions,
    debounce = 250,
    minQueryLength = 0,
    searchable = false,
    clearable = false,
    disabled = false,
    creatable = false,
    onCreate = (label: string): Option => ({ value: label, label }),
    onOpenChange,
    filter,
  } = props;
  const multiple = isMultiple(props);
  const maxSelected = (multiple && props.maxSelected) || Infinity;
  const closeOnChoose = props.closeOnChoose ?? !multiple;
  const messages = withDefaults(props.messages);

  const generatedId = useId();
  const id = props.id ?? generatedId;
  const rootRef = useRef<HTMLDivElement>(null);
  const comboRef = useRef<HTMLElement | null>(null);
  const [state, dispatch] = useReducer(menuReducer, CLOSED);
  const [event, announce] = useAnnouncer();
  const typeahead = useTypeahead();

  const [initialValues] = useState(
    () => toValues(props.value) ?? toValues(props.defaultValue) ?? NO_VALUES,
  );
  const [ownValues, setOwnValues] = useState(initialValues);
  const values = toValues(props.value) ?? ownValues;
  const [created, setCreated] = useState<Option[]>([]);

  const loading = useAsyncOptions(loadOptions, state.query, {
    enabled: state.open,
    delay: debounce,
    minLength: minQueryLength,
  });
  const source = loadOptions ? loading.source : options;
  const allItems = useMemo(() => {
    const words = queryWords(state.query);
    const extra = loadOptions ? created.filter((option) => matches(option, words)) : created;
    return withExtra(toItems(source), extra);
  }, [source, created, loadOptions, state.query]);

  // Loaded options come and go with the query, but what has been chosen must keep its label.
  const known = useRef(new Map<Value, Option>());
  for (const item of allItems) known.current.set(item.option.value, item.option);
  const optionOf = (value: Value): Option =>
    known.current.get(value) ?? { value, label: String(value) };
  const chosen = values.map(optionOf);

  const limitReached = values.length >= maxSelected;
  const rows = useMemo(() => {
    const shown = loadOptions ? allItems : filterItems(allItems, state.query, filter);
    const mayCreate = creatable && loading.status !== 'loading';
    const createText = mayCreate ? creatableText(state.query, allItems) : null;
    return buildRows(shown, { values, limitReached, createText });
  }, [allItems, loadOptions, state.query, filter, values, limitReached, creatable, loading.status]);
  const activeIndex = state.open ? resolveActive(rows, state.activeKey) : -1;
  const selectedIndex = rows.findIndex((row) => row.kind === 'option' && row.selected);

  const focus = () => comboRef.current?.focus();

  const openWith = (index: number) => {
    if (disabled || state.open) return;
    dispatch({ type: 'opened', activeKey: rows[index]?.key ?? null });
    onOpenChange?.(true);
  };

  const open = (at: OpenAt) => {
    if (at === 'first') {
      openWith(firstEnabled(rows));
    } else if (at === 'last') {
      openWith(lastEnabled(rows));
    } else {
      openWith(selectedIndex);
    }
  };

  const close = () => {
    if (!state.open) return;
    typeahead.reset();
    dispatch({ type: 'closed' });
    onOpenChange?.(false);
  };

  const search = (query: string) => {
    if (!state.open) onOpenChange?.(true);
    dispatch({ type: 'queryChanged', query });
  };

  const change = (next: readonly Value[]) => {
    setOwnValues(next);
    emitChange(props, [...next], next.map(optionOf));
  };

  const add = (option: Option) => {
    const next = multiple ? [...values, option.value] : [option.value];
    known.current.set(option.value, option);
    change(next);
    const text = messages.chosen(option.label);
    announce(next.length >= maxSelected ? `${text}. ${messages.limit(maxSelected)}` : text);
  };

  const remove = (option: Option) => {
    change(values.filter((value) => value !== option.value));
    announce(messages.removed(option.label));
  };

  const toggle = (option: Option) => {
    const isChosen = values.includes(option.value);
    if (multiple && isChosen) {
      remove(option);
    } else if (!isChosen) {
      add(option);
    }
  };

  const create = (label: string) => {
    const option = onCreate(label);
    setCreated((previous) => [...previous, option]);
    add(option);
  };

  const choose = (index: number) => {
    const row = rows[index];
    if (!isEnabled(row)) return;
    if (row.kind === 'create') create(row.label);
    if (row.kind === 'option') toggle(row.option);
    if (closeOnChoose) {
      close();
    } else {
      dispatch({ type: 'rowChosen', key: row.key });
    }
  };

  const clear = () => {
    if (disabled || values.length === 0) return;
    change(NO_VALUES);
    announce(messages.cleared);
  };

  const moveActive = (to: Move) => {
    const target = rows[move(rows, activeIndex, to)];
    dispatch({ type: 'rowActivated', key: target?.key ?? null });
  };

  const typeCharacter = (character: string) => {
    const typed = typeahead.push(character);
    const target = typeaheadTarget(rows, typed, state.open ? activeIndex : selectedIndex);
    if (!state.open) {
      openWith(target);
    } else if (target >= 0) {
      dispatch({ type: 'rowActivated', key: rows[target].key });
    }
  };

  const run = (command: Command) => {
    switch (command.type) {
      case 'open':
        return open(command.at);
      case 'close':
        return close();
      case 'move':
        return moveActive(command.to);
      case 'choose':
        return choose(activeIndex);
      case 'retry':
        return loading.retry();
      case 'clear':
        return clear();
      case 'removeLast':
        return remove(chosen[chosen.length - 1]);
      case 'typeahead':
        return typeCharacter(command.character);
    }
  };

  const handleKeyDown = (keyEvent: KeyboardEvent) => {
    if (disabled) return;
    const command = commandFor(keyEvent, {
      open: state.open,
      searchable,
      multiple,
      clearable: clearable && values.length > 0,
      query: state.query,
      hasActive: activeIndex >= 0,
      chosenCount: values.length,
      typing: typeahead.isTyping(),
      failed: loading.status === 'failed',
    });
    if (!command) return;
    if (!(command.type === 'choose' && command.passOn)) keyEvent.preventDefault();
    run(command);
  };

  const activate = (row: Row) => {
    if (isEnabled(row)) dispatch({ type: 'rowActivated', key: row.key });
  };

  useFormReset(rootRef, () => {
    change(initialValues);
    close();
  });

  useEffect(() => {
    if (props.autoFocus) focus();
  }, []);

  useImperativeHandle(props.ref, () => ({
    focus,
    open: () => {
      focus();
      open('selected');
    },
    close,
    clear,
  }));

  return {
    id,
    rootRef,
    comboRef,
    multiple,
    searchable,
    disabled,
    messages,
    state,
    values,
    chosen,
    rows,
    activeIndex,
    loading,
    event,
    focus,
    open,
    close,
    search,
    choose,
    clear,
    remove,
    activate,
    handleKeyDown,
  };
}

export type SelectApi = ReturnType<typeof useSelect>;
