import type { ReactNode, Ref } from 'react';
import type { Messages } from './messages';

export type Value = string | number;

export interface Option {
  value: Value;
  label: string;
  /** Smaller text beside the label, which is searched as well. */
  description?: string;
  /** Further words under which the option is found. */
  keywords?: string[];
  disabled?: boolean;
}

export interface OptionGroup {
  label: string;
  options: readonly Option[];
  /** Disables all options of the group. */
  disabled?: boolean;
}

export type OptionSource = ReadonlyArray<Option | OptionGroup>;

/** An option in its place: with its group, and with the group's `disabled` applied to it. */
export interface Item {
  option: Option;
  group: string | null;
  disabled: boolean;
}

export interface GroupRow {
  kind: 'group';
  key: string;
  group: string;
}

export interface OptionRow {
  kind: 'option';
  key: string;
  group: string | null;
  option: Option;
  disabled: boolean;
  selected: boolean;
}

export interface CreateRow {
  kind: 'create';
  key: string;
  group: null;
  label: string;
}

/** A line of the list. Every line has the same height, group headings included. */
export type Row = GroupRow | OptionRow | CreateRow;

export interface OptionRenderState {
  active: boolean;
  selected: boolean;
  disabled: boolean;
  query: string;
}

export type PlacementPreference = 'auto' | 'top' | 'bottom';

export type LoadOptions = (query: string, signal: AbortSignal) => Promise<OptionSource>;

export interface SelectHandle {
  focus(): void;
  open(): void;
  close(): void;
  clear(): void;
}

interface CommonProps {
  /** Visible label. Without it, `aria-label` should be given. */
  label?: ReactNode;
  'aria-label'?: string;
  id?: string;
  className?: string;
  hint?: ReactNode;
  /** Shown instead of the hint; marks the field as invalid. */
  error?: ReactNode;

  options?: OptionSource;
  /** Loads the options for a query; `options` is then ignored. */
  loadOptions?: LoadOptions;
  /** Milliseconds without typing before a query is loaded. */
  debounce?: number;
  /** Queries that are shorter (without spaces around them) are not loaded. */
  minQueryLength?: number;

  searchable?: boolean;
  clearable?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  /** Replaces the built-in search of label, description and keywords. */
  filter?: (option: Option, query: string) => boolean;

  /** Offers to create an option from the query. */
  creatable?: boolean;
  /** Makes the option for a text; by default its value and label are the text. */
  onCreate?: (label: string) => Option;

  name?: string;
  required?: boolean;

  placement?: PlacementPreference;
  /** Height limit of the list, in pixels. */
  maxListHeight?: number;
  /** Height of each line, in pixels. */
  rowHeight?: number;
  /** With more lines than this, only those in view are rendered. */
  virtualFrom?: number;

  closeOnChoose?: boolean;
  renderOption?: (option: Option, state: OptionRenderState) => ReactNode;
  /** Content of a tag or of the single value. */
  renderValue?: (option: Option) => ReactNode;
  messages?: Partial<Messages>;
  onOpenChange?: (open: boolean) => void;
  ref?: Ref<SelectHandle>;
}

export interface SingleSelectProps extends CommonProps {
  multiple?: false;
  value?: Value | null;
  defaultValue?: Value | null;
  onChange?: (value: Value | null, option: Option | null) => void;
}

export interface MultiSelectProps extends CommonProps {
  multiple: true;
  value?: readonly Value[];
  defaultValue?: readonly Value[];
  onChange?: (values: Value[], options: Option[]) => void;
  maxSelected?: number;
}

export type SelectProps = SingleSelectProps | MultiSelectProps;
