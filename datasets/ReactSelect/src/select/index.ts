export { Select } from './Select';
export { DEFAULT_MESSAGES, type Messages } from './messages';
export { fold, segments, type Segment } from './text';
export type {
  LoadOptions,
  MultiSelectProps,
  Option,
  OptionGroup,
  OptionRenderState,
  OptionSource,
  PlacementPreference,
  SelectHandle,
  SelectProps,
  SingleSelectProps,
  Value,
} from './types';
