import type { Option, OptionGroup } from '../select';

export const PRODUCE: OptionGroup[] = [
  {
    label: 'Pome fruit',
    options: [
      { value: 'apple', label: 'Apple' },
      { value: 'pear', label: 'Pear' },
      { value: 'quince', label: 'Quince', description: 'for cooking' },
      { value: 'medlar', label: 'Medlar', disabled: true },
    ],
  },
  {
    label: 'Stone fruit',
    options: [
      { value: 'apricot', label: 'Apricot' },
      { value: 'cherry', label: 'Cherry' },
      { value: 'damson', label: 'Damson', keywords: ['plum'] },
      { value: 'peach', label: 'Peach' },
      { value: 'plum', label: 'Plum' },
    ],
  },
  {
    label: 'Berries',
    options: [
      { value: 'blackcurrant', label: 'Blackcurrant', keywords: ['cassis'] },
      { value: 'gooseberry', label: 'Gooseberry' },
      { value: 'raspberry', label: 'Raspberry' },
      { value: 'strawberry', label: 'Strawberry' },
    ],
  },
  {
    label: 'Nuts (from October)',
    disabled: true,
    options: [
      { value: 'hazelnut', label: 'Hazelnut' },
      { value: 'walnut', label: 'Walnut' },
    ],
  },
];

export const LANGUAGES: Option[] = [
  { value: 'cs', label: 'Čeština', keywords: ['Czech'] },
  { value: 'da', label: 'Dansk', keywords: ['Danish'] },
  { value: 'de', label: 'Deutsch', keywords: ['German'] },
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español', keywords: ['Spanish'] },
  { value: 'fo', label: 'Føroyskt', keywords: ['Faroese'] },
  { value: 'fr', label: 'Français', keywords: ['French'] },
  { value: 'is', label: 'Íslenska', keywords: ['Icelandic'] },
  { value: 'hu', label: 'Magyar', keywords: ['Hungarian'] },
  { value: 'pl', label: 'Polski', keywords: ['Polish'] },
  { value: 'pt', label: 'Português', keywords: ['Portuguese'] },
  { value: 'ro', label: 'Română', keywords: ['Romanian'] },
  { value: 'sk', label: 'Slovenčina', keywords: ['Slovak'] },
  { value: 'vi', label: 'Tiếng Việt', keywords: ['Vietnamese'] },
  { value: 'tr', label: 'Türkçe', keywords: ['Turkish'] },
];

export const PACKAGING: Option[] = [
  { value: 1, label: 'Paper bag', description: '1 kg' },
  { value: 2, label: 'Punnet', description: '2 kg' },
  { value: 5, label: 'Crate', description: '5 kg' },
  { value: 12, label: 'Bushel box', description: '12 kg' },
];

export interface Variety extends Option {
  colour: string;
}

export const VARIETIES: Variety[] = [
  { value: 'boskoop', label: 'Belle de Boskoop', description: 'tart', colour: '#b5502f' },
  { value: 'cox', label: 'Cox’s Orange Pippin', description: 'aromatic', colour: '#d98b2b' },
  { value: 'granny', label: 'Granny Smith', description: 'crisp', colour: '#7fb23c' },
  { value: 'topaz', label: 'Topaz', description: 'sweet and sour', colour: '#c9412f' },
  { value: 'ingrid', label: 'Ingrid Marie', description: 'mild', colour: '#96302b' },
];

const ROWS = 'ABCDEFGHIJ';
const TREES_PER_ROW = 500;

/** 5,000 trees, grouped by their rows in the orchard. */
export const TREES: OptionGroup[] = Array.from(ROWS, (row, place) => ({
  label: `Row ${row}`,
  options: Array.from({ length: TREES_PER_ROW }, (_, index) => ({
    value: place * TREES_PER_ROW + index,
    label: `Tree ${row}-${String(index + 1).padStart(3, '0')}`,
  })),
}));
