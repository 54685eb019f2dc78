// Walks beside the source: steps from a seed, recorded on the source, followed on an answer. docs/execution.md
import { expect, test, type Page } from '@playwright/test';

/** Steps that are not walked: while `when` is seen, or between steps `after` and `until`, and why. All are patterns. */
interface Exception {
  why: string;
  when?: string;
  after?: string;
  until?: string;
  only?: string;
  without?: string;
}

/** What is done, at which of the source's controls, and the text, the option's number, the key, or the milliseconds. */
type Step = [what: 'click' | 'type' | 'fill' | 'choose' | 'press' | 'wait' | 'reload', at: number, value: string];
/** What becomes of a list: so many items stay at the beginning and at the end, and those in between; 0: all stay. */
type Splice = 0 | [first: number, last: number, ...between: string[]];
/** A view by the one before: its words, its controls, its requests. */
type Change = [words: Splice, controls: Splice, requests: Splice];

interface Walk {
  seed: number;
  steps: Step[];
  views: Change[];
}

/** criteria/behaviours/walks/<Program>.json. All but `walks` is written by hand. */
export interface Walks {
  texts: string[];
  keys?: string[];
  dates?: string[];
  /** Keys are pressed wherever the focus is, not in texts alone. */
  anywhere?: boolean;
  waits?: number[];
  reload?: boolean;
  requests?: string;
  exceptions: Exception[];
  /** The first view, and the walks from there: the recorder writes both. */
  start: View;
  walks: Walk[];
  record?: boolean;
}

/** Opens the program in a fresh page; `seed` is the walk's own, for a server that answers by it. */
type Open = (page: Page, seed?: number) => Promise<unknown>;
export interface View extends Seen {
  requests: string[];
}

const NOTHING: View = { words: '', controls: [], requests: [] };
const GROUPS = 4;
const OF_GROUP = 50;
const TICK_MS = 20;
const BEGIN = Date.parse('2024-05-15T12:00:00Z');
const APART_MS = 600_000;
const LENGTHS = [[2, 3], [3, 4], [4, 5], [6]];

/** Follows the walks of one group, the shortest first, or records them. */
export async function walks(page: Page, plan: Walks, group: number, open: Open): Promise<void> {
  test.setTimeout(plan.record ? 900_000 : 90_000);
  const fresh = await Fresh.in(page, plan, open);
  if (plan.record) {
    await test.info().attach('walks', { body: JSON.stringify(await recorded(fresh, plan, group)) });
    return;
  }
  expect(plan.walks).toHaveLength(GROUPS * OF_GROUP);
  for (const walk of plan.walks.slice((group - 1) * OF_GROUP, group * OF_GROUP)) {
    await followed(fresh, plan.start, walk);
  }
}

/** Runs each part of the work in the program begun afresh, one after the other in one page. */
class Fresh {
  readonly requests: string[] = [];

  private constructor(readonly page: Page, private readonly open: Open, private begun: number) {}

  static async in(page: Page, plan: Walks, open: Open): Promise<Fresh> {
    const fresh = new Fresh(page, open, 0);
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url());
      if (!plan.requests || !new RegExp(plan.requests).test(pathname)) return;
      searchParams.sort();
      fresh.requests.push(`${request.method()} ${pathname} ${searchParams} ${sorted(request.postData())}`.trim());
    });
    page.on('dialog', dialog => {
      fresh.requests.push(`asked ${dialog.message()}`);
      void dialog.accept();
    });
    await page.addInitScript(`window.walksView = ${String(seen)}; window.walksDo = ${String(act)};`);
    await page.clock.install({ time: BEGIN });
    return fresh;
  }

  /** Each walk begins ten minutes after the one before, whatever that took. */
  async begin(seed: number): Promise<void> {
    this.begun += 1;
    if (this.begun > 1) await this.page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
    await this.page.clock.pauseAt(BEGIN + this.begun * APART_MS);
    this.requests.length = 0;
    await this.open(this.page, seed);
  }

  async look(): Promise<View> {
    try {
      return { ...await this.page.evaluate('walksView(-1)') as Seen, requests: [...this.requests].sort() };
    } catch (error) {
      if (/context was destroyed|navigat/i.test(String(error))) return { ...NOTHING, words: 'loading' };
      throw error;
    }
  }

  /** Lets the page's clock pass a little, and looks. */
  async lookLater(): Promise<View> {
    await this.page.clock.runFor(TICK_MS);
    return this.look();
  }
}

// --- What a page shows, without what a translation is free in: wrappers, headings, lists, classes, white space, icons and
// punctuation, names of controls that have words neither on them nor as a placeholder, and links that are buttons.

/** `words`: the visible texts outside of controls. `controls`: in their order, such as `text "Milk" focused`. */
interface Seen {
  words: string;
  controls: string[];
}

/** Runs in the page. `at`: returns this control instead. */
function seen(at: number): Seen | Element | null {
  const CONTROLS = 'button, a[href], input, select, textarea, summary, [contenteditable="true"], [role="button"], '
    + '[role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="menuitem"], [role="link"]';
  const UNSEEN = ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'SVG', 'CANVAS'];
  const words: string[] = [];
  const controls: string[] = [];
  const elements: Element[] = [];

  const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
    .replace(/[−–](?=\d)/gu, '-')
    .replace(/(?<!\d)[.,:/]|[.,:/](?!\d)|-(?!\d)|[^\p{L}\p{N}%°€$£.,:/-]/gu, ' ')
    .replace(/\s+/gu, ' ').trim();

  const isTiny = (element: Element): boolean => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return (width <= 1 && height <= 1 && width + height > 0) || right < -500 || bottom < -5000;
  };

  function visibleText(node: Node): string {
    if (node.nodeType === Node.TEXT_NODE) {
      const around = node.parentElement;
      return around?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ? node.nodeValue ?? '' : '';
    }
    if (!(node instanceof Element) || UNSEEN.includes(node.nodeName.toUpperCase())) return '';
    if (getComputedStyle(node).display === 'none' || isTiny(node)) return '';
    return [...node.childNodes].map(visibleText).join(' ');
  }

  function control(element: Element): string {
    const role = element.getAttribute('role') ?? '';
    const off = (element as HTMLInputElement).disabled || element.getAttribute('aria-disabled') === 'true'
      ? ' disabled' : '';
    if (element instanceof HTMLSelectElement) {
      const options = [...element.options].filter(each => !each.hidden);
      const labels = options.map(each => plain(each.label));
      return `choice "${plain(element.selectedOptions[0]?.label ?? '')}" of ${labels.join(', ')}${off}`;
    }
    const type = element instanceof HTMLInputElement ? element.type : '';
    if (['checkbox', 'radio'].includes(type)) {
      return `${type} ${(element as HTMLInputElement).checked ? 'on' : 'off'}${off}`;
    }
    if (['switch', 'checkbox', 'radio'].includes(role)) {
      return `${role === 'radio' ? role : 'checkbox'} ${element.getAttribute('aria-checked') === 'true' ? 'on' : 'off'}${off}`;
    }
    if (/^(date|time|month|week|range|color)/.test(type)) return `${type} "${(element as HTMLInputElement).value}"${off}`;
    if (type === 'submit' || type === 'button') return `button "${plain((element as HTMLInputElement).value)}"${off}`;
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      const focused = document.activeElement === element ? ' focused' : '';
      const read = element.readOnly ? ' read-only' : '';
      return `text "${element.value}" (${plain(element.placeholder)})${focused}${read}${off}`;
    }
    const href = element.getAttribute('href') ?? '';
    const leads = element.nodeName === 'A' && !/^(#?$|javascript:)/.test(href) && role !== 'button';
    const kind = leads && !/^https?:/.test(href) ? 'link' : leads ? 'link away' : 'button';
    const said = plain(visibleText(element));
    const named = element.getAttribute('title') || element.getAttribute('aria-label') || element.querySelector('[alt]')?.getAttribute('alt');
    return `${kind} ${said ? `"${said}"` : `~${plain(named ?? '')}`}${off}`;
  }

  function visit(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) {
      words.push(visibleText(node));
      return;
    }
    if (!(node instanceof Element) || UNSEEN.includes(node.nodeName.toUpperCase())) return;
    const style = getComputedStyle(node);
    if (style.display === 'none') return;
    if (node.matches(CONTROLS)) {
      const type = (node as HTMLInputElement).type;
      if (style.visibility === 'hidden' || type === 'hidden' || type === 'file') return;
      elements.push(node);
      controls.push(control(node));
      return;
    }
    if (isTiny(node)) return;
    node.childNodes.forEach(visit);
  }

  if (document.body) visit(document.body);
  return at < 0 ? { words: plain(words.join(' ')), controls } : elements[at] ?? null;
}

// --- Following

/** The text of a JSON body with its keys in order. */
function sorted(body: string | null): string {
  try {
    return JSON.stringify(JSON.parse(body ?? ''), (_, value: unknown) =>
      value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value);
  } catch {
    return body ?? '';
  }
}

async function followed(fresh: Fresh, start: View, walk: Walk): Promise<void> {
  await fresh.begin(walk.seed);
  const done: string[] = [];
  let wanted = start;
  let answer = NOTHING;
  for (const [number, change] of walk.views.entries()) {
    if (number > 0) {
      const step = walk.steps[number - 1];
      await take(fresh.page, step, placeOf(wanted, answer, step[1]));
      done.push(inWords(step, wanted));
    }
    const view = wanted = changed(wanted, change);
    answer = await fresh.look();
    let other = difference(view, answer);
    if (!other) continue;
    try {
      await expect.poll(async () => {
        answer = await fresh.lookLater();
        return other = difference(view, answer);
      }, { intervals: [0, 20, 50, 100] }).toBe('');
    } catch (error) {
      throw other ? new Error(`${['open the page', ...done].join('; ')}: ${other}`) : error;
    }
  }
}

/** What is other than in the source, in words; '' if nothing is. */
function difference(source: View, answer: View): string {
  const [wanted, found] = [source.words, answer.words].map(words => words.replaceAll(' ', ''));
  if (wanted !== found) {
    let from = 0;
    while (wanted[from] === found[from]) from += 1;
    const near = (text: string): string => text.slice(Math.max(0, from - 20), from + 40);
    return `the source says "${near(wanted)}", the answer "${near(found)}"`;
  }
  const [ours, theirs] = [groups(source.controls, source.controls), groups(answer.controls, source.controls)];
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const [of, other] = [ours.get(key) ?? [], theirs.get(key) ?? []];
    if (of.length !== other.length) return `the source has ${of.length} of ${key}, the answer ${other.length}`;
    for (const [each, at] of of.entries()) {
      const [one, two] = [source.controls[at], answer.controls[other[each]]].map(line => stateOf(key, line));
      if (one !== two && !(one.endsWith(' ()') && two.startsWith(one.slice(0, -1)))) {
        return `the source has ${one}, the answer ${two} (${key} ${each + 1})`;
      }
    }
  }
  const [asked, sent] = [source.requests.join('\n'), answer.requests.join('\n')];
  return asked === sent ? '' : `the source has requested ${asked || 'nothing'}, the answer ${sent || 'nothing'}`;
}

/**
 * Where controls of one key stand. The order of keys is free, the order within a key is not: fields, boxes and choices
 * of one kind, and buttons of one name. A button without words is of the source's button whose title its own contains.
 */
function groups(controls: string[], source: string[]): Map<string, number[]> {
  const keys = new Set(source.map(keyOf));
  const found = new Map<string, number[]>();
  const strangers: number[] = [];
  const put = (key: string, at: number): unknown => found.get(key)?.push(at) ?? found.set(key, [at]);
  for (const [at, control] of controls.entries()) {
    const key = keyOf(control);
    const words = ` ${key.replace(/^.*? [~"]|"/g, '')} `;
    const near = [...keys].find(each => each.includes(' ~') && words.includes(` ${each.split('~')[1]} `));
    if (keys.has(key) || !/ ~/.test(key + near)) put(key, at);
    else if (near) put(near, at);
    else strangers.push(at);
  }
  const unmet = source.map(keyOf).filter(key => key.includes(' ~') && !found.has(key));
  for (const [each, at] of strangers.entries()) put(unmet[each] ?? keyOf(controls[at]), at);
  return found;
}

const keyOf = (control: string): string =>
  (/^(link|button)/.test(control) ? control.replace(/ disabled$/, '') : control.split(' ')[0]);

/** A control without its name; of a text its placeholder stands last. */
const stateOf = (key: string, control: string): string =>
  (/^(link|button)/.test(key) ? (control.endsWith(' disabled') ? 'disabled' : 'enabled') : control)
    .replace(/^(text ".*") (\(.*?\))(.*)$/, '$1$3 $2');

/** The answer's control for the source's one. */
function placeOf(source: View, answer: View, at: number): number {
  if (!source.controls[at]) return -1;
  const key = keyOf(source.controls[at]);
  const nth = groups(source.controls, source.controls).get(key)?.indexOf(at) ?? -1;
  return groups(answer.controls, source.controls).get(key)?.[nth] ?? -1;
}

async function take(page: Page, [what, , value]: Step, place: number): Promise<void> {
  if (what === 'wait') return page.clock.runFor(Number(value));
  if (what === 'press') return page.keyboard.press(value);
  if (what === 'reload') return void await page.reload();
  if (!await page.evaluate(`walksDo(${JSON.stringify([place, what, value])})`)) {
    throw new Error(`there is no control ${place + 1}`);
  }
  if (what === 'type') {
    await page.keyboard.press('Control+A');
    await (value ? page.keyboard.type(value) : page.keyboard.press('Delete'));
  }
}

/**
 * Runs in the page. A click with all its events, without the mouse's way: Playwright's own takes ten times as long.
 * What leaving a field brings is on the page before the click.
 */
async function act([place, what, value]: [number, string, string]): Promise<boolean> {
  const element = (window as never as { walksView: typeof seen }).walksView(place) as HTMLElement | null;
  if (!element) return false;
  const options = { bubbles: true, cancelable: true, composed: true, view: window };
  const mouse = (type: string, buttons: number): boolean => element.dispatchEvent(type.startsWith('pointer')
    ? new PointerEvent(type, { ...options, buttons, isPrimary: true, pointerId: 1, pointerType: 'mouse' })
    : new MouseEvent(type, { ...options, buttons, detail: 1 }));
  const later = (): Promise<unknown> => new Promise(done => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });
  element.scrollIntoView({ block: 'nearest' });
  mouse('pointerdown', 1);
  if (mouse('mousedown', 1)) element.focus();
  await later();
  mouse('pointerup', 0);
  mouse('mouseup', 0);
  if (what === 'choose') (element as HTMLSelectElement).selectedIndex = Number(value);
  else if (what === 'fill') {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value);
  } else element.click();
  if (what === 'choose' || what === 'fill') {
    element.dispatchEvent(new Event('input', options));
    element.dispatchEvent(new Event('change', options));
  }
  return true;
}

function inWords([what, at, value]: Step, { controls }: View): string {
  if (what === 'wait') return `let ${Number(value) / 1000} seconds pass`;
  if (what === 'press') return `press ${value}`;
  if (what === 'reload') return 'load the page again';
  const key = keyOf(controls[at]);
  const same = controls.slice(0, at + 1).filter(each => keyOf(each) === key).length;
  const only = same === 1 && /^(link|button)/.test(key);
  const place = only ? key : `${key} ${same}`;
  if (what === 'type' || what === 'fill') return `type "${value}" into ${place}`;
  return what === 'choose' ? `choose the option ${Number(value) + 1} of ${place}` : `click ${place}`;
}

function changed(view: View, [words, controls, requests]: Change): View {
  return {
    ...view,
    words: spliced(view.words.split(' '), words).join(' '),
    controls: spliced(view.controls, controls),
    requests: spliced(view.requests, requests),
  };
}

function spliced(before: string[], change: Splice): string[] {
  if (change === 0) return before;
  const [first, last, ...between] = change;
  return [...before.slice(0, first), ...between, ...(last > 0 ? before.slice(-last) : [])];
}

// --- Recording, on the source alone ---

async function recorded(fresh: Fresh, plan: Walks, group: number): Promise<Walk[]> {
  const found: Walk[] = [];
  const lengths = LENGTHS[group - 1];
  while (found.length < OF_GROUP) {
    const length = lengths[Math.floor(found.length * lengths.length / OF_GROUP)];
    found.push(await made(fresh, plan, 1000 * group + found.length, length));
  }
  return found;
}

async function made(fresh: Fresh, plan: Walks, seed: number, length: number): Promise<Walk> {
  const draw = generator(seed);
  const walk: Walk = { seed, steps: [], views: [] };
  await fresh.begin(seed);
  let view = await settled(fresh);
  walk.views.push(changeOf(plan.start, view));
  const taken: string[] = [];
  while (walk.steps.length < length) {
    const free = offered(view, plan).filter(step => isFree(inWords(step, view), view, taken, plan.exceptions));
    if (free.length === 0) break;
    const sending = free.filter(step => sends(step, view, walk.steps.at(-1)));
    const steps = draw() < 0.6 && sending.length > 0 ? sending : free;
    // As often one kind of step as another: a page has more buttons than fields.
    const kinds = [...new Set(steps.map(kindOf))];
    const kind = kinds[Math.floor(draw() * kinds.length)];
    const same = steps.filter(step => kindOf(step) === kind);
    const step = same[Math.floor(draw() * same.length)];
    await take(fresh.page, step, step[1]);
    taken.push(inWords(step, view));
    const after = await settled(fresh);
    walk.steps.push(step);
    walk.views.push(changeOf(view, after));
    view = after;
  }
  return walk;
}

/** Whether a step may send what was typed just now: Enter, or the next button. */
function sends([what, at, value]: Step, { controls }: View, before?: Step): boolean {
  const next = before ? controls.findIndex((control, each) => each > before[1] && control.startsWith('button')) : -1;
  return before?.[0] === 'type' && (what === 'press' ? value === 'Enter' : what === 'click' && at === next);
}

const kindOf = ([what, at]: Step): string => (what === 'click' || what === 'type' ? what + at : what);

function changeOf(before: View, after: View): Change {
  return [
    spliceOf(before.words.split(' '), after.words.split(' ')),
    spliceOf(before.controls, after.controls),
    spliceOf(before.requests, after.requests),
  ];
}

function spliceOf(before: string[], after: string[]): Splice {
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first += 1;
  if (first === before.length && first === after.length) return 0;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  return [first, last, ...after.slice(first, after.length - last)];
}

/** The view after the page has been the same three times. */
async function settled(fresh: Fresh): Promise<View> {
  let before = '';
  let view = await fresh.lookLater();
  let same = 0;
  await expect.poll(async () => {
    view = await fresh.lookLater();
    const now = JSON.stringify(view);
    same = now === before ? same + 1 : 0;
    before = now;
    return same;
  }, { intervals: [20] }).toBeGreaterThan(1);
  return view;
}

function offered({ controls }: View, plan: Walks): Step[] {
  const steps: Step[] = [];
  for (const [at, control] of controls.entries()) {
    if (/ (disabled|read-only)$/.test(control) || control.startsWith('link away')) continue;
    if (control.startsWith('text')) steps.push(...plan.texts.map((text): Step => ['type', at, text]));
    else if (control.startsWith('date ')) steps.push(...(plan.dates ?? []).map((date): Step => ['fill', at, date]));
    else if (/^(time|month|week|range|color)/.test(control)) continue;
    else if (control.startsWith('choice')) {
      control.split(' of ')[1].split(', ').forEach((_, each) => steps.push(['choose', at, String(each)]));
    } else steps.push(['click', at, '']);
  }
  const typing = controls.some(control => control.startsWith('text') && / focused/.test(control));
  if (plan.anywhere || typing) steps.push(...(plan.keys ?? []).map((key): Step => ['press', -1, key]));
  steps.push(...(plan.waits ?? []).map((wait): Step => ['wait', -1, String(wait)]));
  if (plan.reload) steps.push(['reload', -1, '']);
  return steps;
}

function isFree(words: string, view: View, taken: string[], exceptions: Exception[]): boolean {
  const page = [view.words, ...view.controls].join('\n');
  return !exceptions.some(({ when, after, until, only, without }) => {
    let applies = when === undefined || new RegExp(when).test(page);
    if (after !== undefined) {
      const last = (pattern: string): number => taken.findLastIndex(each => new RegExp(pattern).test(each));
      applies &&= last(after) >= 0 && last(after) > last(until ?? '^$');
    }
    const isNamed = (only !== undefined && !new RegExp(only).test(words))
      || (without !== undefined && new RegExp(without).test(words));
    return applies && isNamed;
  });
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
