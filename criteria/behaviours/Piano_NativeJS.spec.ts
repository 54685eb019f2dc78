// The virtual piano: what its players see and hear. Written against the source in plain JavaScript.
import { expect, test, type Locator, type Page } from '@playwright/test';

/** A tone as the loudspeaker would hear it. */
interface Tone {
  frequency: number;
  type: string;
  volume: number;
  heard: boolean;
  fading: boolean;
  fadesFor: number;
  stopped: boolean;
}

/** A volume as its tone starts, its peak if that is scheduled, and when its fading began, or 0. */
interface Level {
  first: number;
  peak: number | null;
  settled: boolean;
  fadesAt: number;
}

const NOTES = [
  ['C4', 'A', 261.63], ['C#4', 'W', 277.18], ['D4', 'S', 293.66], ['D#4', 'E', 311.13],
  ['E4', 'D', 329.63], ['F4', 'F', 349.23], ['F#4', 'T', 369.99], ['G4', 'G', 392],
  ['G#4', 'Y', 415.3], ['A4', 'H', 440], ['A#4', 'U', 466.16], ['B4', 'J', 493.88],
  ['C5', 'K', 523.25],
] as const;

/**
 * Listens to Web Audio: every oscillator and gain is noted down, and which is connected to which.
 * What is to start, fade or stop in a distant future does not.
 */
function listen(): void {
  const distant = 10;
  const oscillators: OscillatorNode[] = [];
  const started = new Set<AudioNode>();
  const endings = new Map<AudioNode, number>();
  const outputs = new Map<AudioNode, AudioNode[]>();
  const levels = new Map<AudioParam, Level>();
  const contexts = new Set<BaseAudioContext>();

  const connect = AudioNode.prototype.connect as (this: AudioNode, ...to: unknown[]) => AudioNode;
  AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
    if (to[0] instanceof AudioNode) {
      outputs.set(this, [...(outputs.get(this) ?? []), to[0]]);
    }
    return connect.apply(this, to);
  } as typeof AudioNode.prototype.connect;

  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when = 0) {
    oscillators.push(this);
    contexts.add(this.context);
    if (when - this.context.currentTime < distant) {
      started.add(this);
    }
    for (const gain of gainsBehind(this)) {
      if (levels.get(gain.gain)?.settled ?? true) {
        note(gain.gain, gain.gain.value);
      }
    }
    return start.call(this, when);
  };
  const stop = OscillatorNode.prototype.stop;
  OscillatorNode.prototype.stop = function (when = 0) {
    const wait = Math.max(0, when - this.context.currentTime);
    if (wait < distant) {
      endings.set(this, performance.now() + 1000 * wait);
    }
    return stop.call(this, when);
  };
  const ramps = [
    'setTargetAtTime', 'linearRampToValueAtTime', 'exponentialRampToValueAtTime', 'setValueAtTime',
  ] as const;
  for (const name of ramps) {
    const original = AudioParam.prototype[name] as (...args: number[]) => AudioParam;
    AudioParam.prototype[name] = function (this: AudioParam, ...args: number[]) {
      const now = Math.max(0, ...[...contexts].map(each => each.currentTime));
      const level = levels.get(this) ?? note(this, args[0]);
      if (!level.settled) {
        level.peak = Math.max(level.peak ?? 0, args[0]);
      }
      if (args[0] < 0.01 && name !== 'setValueAtTime' && args[1] - now < distant) {
        level.fadesAt ||= performance.now();
      }
      return original.apply(this, args);
    } as never;
  }

  function note(param: AudioParam, first: number): Level {
    const level: Level = { first, peak: null, settled: false, fadesAt: 0 };
    levels.set(param, level);
    setTimeout(() => { level.settled = true; });
    return level;
  }

  function gainsBehind(node: AudioNode): GainNode[] {
    const next = outputs.get(node) ?? [];
    return next.flatMap(each => [
      ...(each instanceof GainNode ? [each] : []), ...gainsBehind(each),
    ]);
  }

  function reachesSpeaker(node: AudioNode): boolean {
    return (outputs.get(node) ?? []).some(
      each => each === node.context.destination || reachesSpeaker(each),
    );
  }

  function toneOf(oscillator: OscillatorNode): Tone {
    const gains = gainsBehind(oscillator);
    const volume = gains.reduce((product, { gain }) => {
      const level = levels.get(gain);
      return product * (level?.peak ?? level?.first ?? gain.value);
    }, 1);
    const fades = Math.max(0, ...gains.map(gain => levels.get(gain.gain)?.fadesAt ?? 0));
    return {
      frequency: oscillator.frequency.value,
      type: oscillator.type,
      volume,
      heard: started.has(oscillator) && reachesSpeaker(oscillator),
      fading: fades > 0,
      fadesFor: fades && (endings.get(oscillator) ?? 0) - fades,
      stopped: endings.has(oscillator),
    };
  }

  Object.assign(window, {
    tonesHeard: () => oscillators.map(toneOf),
    contextsUsed: () => contexts.size,
  });
}

async function open(page: Page): Promise<void> {
  await page.addInitScript(listen);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function tones(page: Page): Promise<Tone[]> {
  return page.evaluate(() => (window as never as { tonesHeard(): Tone[] }).tonesHeard());
}

async function expectTones(page: Page, frequencies: number[]): Promise<void> {
  const heard = async (): Promise<number[]> =>
    (await tones(page)).filter(tone => tone.heard).map(tone => Math.round(tone.frequency * 100));
  await expect.poll(heard).toEqual(frequencies.map(each => Math.round(each * 100)));
}

async function expectSounding(page: Page, count: number): Promise<void> {
  const sounding = async (): Promise<number> =>
    (await tones(page)).filter(tone => tone.heard && !tone.stopped).length;
  await expect.poll(sounding).toBe(count);
}

const key = (page: Page, label: string): Locator => page.getByText(label, { exact: true });
const letters = (page: Page): Locator => page.getByRole('button', { name: 'Letters', exact: true });
const lastPlayed = (page: Page): Locator => page.getByText(/Last played:/);

/** Presses the mouse on a key's lower end, where no black key lies over a white one. */
async function pressOn(page: Page, label: string): Promise<void> {
  await moveTo(page, label);
  await page.mouse.down();
}

async function moveTo(page: Page, label: string): Promise<void> {
  const box = await key(page, label).boundingBox();
  if (!box) {
    throw new Error(`there is no key ${label}`);
  }
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 6);
}

/** The class of a key as it is now. */
async function lookOf(page: Page, label: string): Promise<string> {
  let look = '';
  await expect.poll(async () => {
    look = await key(page, label).getAttribute('class') ?? '';
    return look;
  }).toBeDefined();
  return look;
}

async function setVolume(page: Page, value: number): Promise<void> {
  await page.getByRole('slider').fill(String(value));
}

test('The heading says Virtual Piano', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Virtual Piano' })).toBeVisible();
  await expect(page).toHaveTitle('Virtual Piano');
});

test('There are the buttons Notes and Letters', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('button', { name: 'Notes', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Letters', exact: true })).toBeVisible();
});

test('The button of the chosen labels alone is marked', async ({ page }) => {
  await open(page);
  const marked = async (): Promise<string[]> => page.getByRole('button').evaluateAll(buttons =>
    buttons
      .filter(each => /active|selected|current/.test(each.className)
        || ['aria-pressed', 'aria-checked', 'aria-selected', 'aria-current']
          .some(name => each.getAttribute(name) === 'true'))
      .map(each => each.textContent?.trim() ?? ''));
  await expect.poll(marked).toEqual(['Notes']);
  await page.getByRole('button', { name: 'Letters', exact: true }).click();
  await expect.poll(marked).toEqual(['Letters']);
});

test('The keys show note names first, then letters, then note names again', async ({ page }) => {
  await open(page);
  for (const [note] of NOTES) {
    await expect(key(page, note)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Letters', exact: true }).click();
  for (const [, letter] of NOTES) {
    await expect(key(page, letter)).toBeVisible();
  }
  await expect(key(page, 'C#4')).toHaveCount(0);
  await page.getByRole('button', { name: 'Notes', exact: true }).click();
  await expect(key(page, 'C#4')).toBeVisible();
});

test('The volume goes from 0 to 100', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('min', '0');
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('max', '100');
});

test('The volume starts at 60', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('slider')).toHaveValue('60');
  await page.keyboard.down('a');
  await expect.poll(async () => (await tones(page))[0]?.volume).toBeCloseTo(0.6, 3);
});

test('A tone starts with the volume of that moment', async ({ page }) => {
  await open(page);
  await setVolume(page, 25);
  await page.keyboard.down('a');
  await expectSounding(page, 1);
  await setVolume(page, 80);
  await page.keyboard.down('s');
  await expectSounding(page, 2);
  const [first, second] = await tones(page);
  expect(first.volume).toBeCloseTo(0.25, 3);
  expect(second.volume).toBeCloseTo(0.8, 3);
});

test('At volume 0 a note is silent', async ({ page }) => {
  await open(page);
  await setVolume(page, 0);
  await page.keyboard.press('a');
  await expect(lastPlayed(page)).toHaveText(/Last played:\s*C4 \(A\)/);
  expect((await tones(page)).filter(tone => tone.heard && tone.volume > 0.001)).toEqual([]);
});

test('The thirteen keys of the computer play the thirteen notes', async ({ page }) => {
  await open(page);
  for (const [, letter] of NOTES) {
    await page.keyboard.press(letter.toLowerCase());
  }
  await expectTones(page, NOTES.map(([, , frequency]) => frequency));
});

test('Each of the thirteen piano keys plays its note when it is clicked', async ({ page }) => {
  await open(page);
  for (const [note] of NOTES) {
    await pressOn(page, note);
    await page.mouse.up();
  }
  await expectTones(page, NOTES.map(([, , frequency]) => frequency));
});

test('With letters on them the keys play the same notes', async ({ page }) => {
  await open(page);
  await letters(page).click();
  for (const [, letter] of NOTES) {
    await pressOn(page, letter);
    await page.mouse.up();
  }
  await page.keyboard.press('g');
  await expectTones(page, [...NOTES.map(([, , frequency]) => frequency), 392]);
  await expectSounding(page, 0);
});

test('The place of a key counts, not the letter that it writes', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { code: 'KeyY', key: 'z', bubbles: true }),
    );
  });
  await expectTones(page, [415.3]);
});

test('Other keys play nothing', async ({ page }) => {
  await open(page);
  await page.keyboard.press('q');
  await page.keyboard.press('Enter');
  await page.keyboard.press('a');
  await expectTones(page, [261.63]);
});

test('A tone ends when its key is let go', async ({ page }) => {
  await open(page);
  await page.keyboard.down('a');
  await expectSounding(page, 1);
  await page.keyboard.up('a');
  await expectSounding(page, 0);
});

test('A key that is held down plays its note once', async ({ page }) => {
  await open(page);
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.down('s');
  await expectTones(page, [261.63, 293.66]);
});

test('Letting go of a key that was held down long leaves no tone', async ({ page }) => {
  await open(page);
  for (const letter of ['a', 'a', 'a', 'g', 'g', 'g']) {
    await page.keyboard.down(letter);
  }
  await expectSounding(page, 2);
  await page.keyboard.up('a');
  await expectSounding(page, 1);
  await page.keyboard.up('g');
  await expectSounding(page, 0);
});

test('A held note goes on while labels and volume change', async ({ page }) => {
  await open(page);
  await page.keyboard.down('a');
  await expectSounding(page, 1);
  await letters(page).press('Enter');
  await expect(key(page, 'W')).toBeVisible();
  await setVolume(page, 30);
  await page.keyboard.down('s');
  await expectTones(page, [261.63, 293.66]);
  await expectSounding(page, 2);
  await page.keyboard.up('a');
  await page.keyboard.up('s');
  await expectSounding(page, 0);
});

test('Several notes sound at once and end one by one', async ({ page }) => {
  await open(page);
  await page.keyboard.down('a');
  await page.keyboard.down('d');
  await page.keyboard.down('g');
  await expectSounding(page, 3);
  await page.keyboard.up('d');
  await expectSounding(page, 2);
  expect((await tones(page)).map(tone => tone.stopped)).toEqual([false, true, false]);
});

test('A note can be played again after it has ended', async ({ page }) => {
  await open(page);
  await page.keyboard.press('a');
  await page.keyboard.press('a');
  await expectTones(page, [261.63, 261.63]);
  await expectSounding(page, 0);
});

test('Pressing the mouse on a key plays it, and letting go ends the tone', async ({ page }) => {
  await open(page);
  await pressOn(page, 'E4');
  await expectTones(page, [329.63]);
  await expectSounding(page, 1);
  await page.mouse.up();
  await expectSounding(page, 0);
});

test('The tone ends when the mouse leaves the key', async ({ page }) => {
  await open(page);
  await pressOn(page, 'E4');
  await expectSounding(page, 1);
  await page.mouse.move(5, 5);
  await expectSounding(page, 0);
});

test('Dragging over the keys plays each of them', async ({ page }) => {
  await open(page);
  await pressOn(page, 'C4');
  await moveTo(page, 'D4');
  await moveTo(page, 'E4');
  await expectTones(page, [261.63, 293.66, 329.63]);
  await expectSounding(page, 1);
  await page.mouse.up();
  await expectSounding(page, 0);
});

test('Moving over the keys without a pressed button plays nothing', async ({ page }) => {
  await open(page);
  await moveTo(page, 'C4');
  await moveTo(page, 'D4');
  await pressOn(page, 'E4');
  await expectTones(page, [329.63]);
});

test('A sounding key looks different, and afterwards as before', async ({ page }) => {
  await open(page);
  const before = await lookOf(page, 'C4');
  await page.keyboard.down('a');
  await expect(key(page, 'C4')).not.toHaveAttribute('class', before);
  await page.keyboard.up('a');
  await expect(key(page, 'C4')).toHaveAttribute('class', before);
});

test('Last played says nothing yet, then the note with its letter', async ({ page }) => {
  await open(page);
  await expect(lastPlayed(page)).toHaveText(/Last played:\s*nothing yet/);
  await page.keyboard.press('a');
  await expect(lastPlayed(page)).toHaveText(/Last played:\s*C4 \(A\)/);
  await page.keyboard.press('u');
  await expect(lastPlayed(page)).toHaveText(/Last played:\s*A#4 \(U\)/);
});

test('Last played tells the note also while the keys show letters', async ({ page }) => {
  await open(page);
  await page.keyboard.press('a');
  await letters(page).click();
  await expect(key(page, 'W')).toBeVisible();
  await expect(lastPlayed(page)).toHaveText(/Last played:\s*C4 \(A\)/);
  await page.keyboard.press('y');
  await expect(lastPlayed(page)).toHaveText(/Last played:\s*G#4 \(Y\)/);
  await pressOn(page, 'H');
  await expect(lastPlayed(page)).toHaveText(/Last played:\s*A4 \(H\)/);
});

test('Tones are triangle waves', async ({ page }) => {
  await open(page);
  await page.keyboard.press('a');
  await expect.poll(async () => (await tones(page)).map(tone => tone.type)).toEqual(['triangle']);
});

test('A tone fades out before it is stopped', async ({ page }) => {
  await open(page);
  await page.keyboard.down('a');
  await expectSounding(page, 1);
  expect((await tones(page))[0].fading).toBe(false);
  await page.keyboard.up('a');
  await expectSounding(page, 0);
  const [tone] = await tones(page);
  expect(tone.fading).toBe(true);
  expect(tone.fadesFor).toBeGreaterThan(15);
});

test('All tones share one audio context', async ({ page }) => {
  await open(page);
  await page.keyboard.press('a');
  await page.keyboard.press('s');
  await expectTones(page, [261.63, 293.66]);
  const used = await page.evaluate(
    () => (window as never as { contextsUsed(): number }).contextsUsed(),
  );
  expect(used).toBe(1);
});

test('Every tone ends when the window loses the focus', { tag: '@defect' }, async ({ page }) => {
  await open(page);
  await page.keyboard.down('a');
  await page.keyboard.down('d');
  await expectSounding(page, 2);
  await page.evaluate(() => { window.dispatchEvent(new FocusEvent('blur')); });
  await expectSounding(page, 0);
});

test('A key that the lost focus released plays again', { tag: '@defect' }, async ({ page }) => {
  await open(page);
  const before = await lookOf(page, 'C4');
  await page.keyboard.down('a');
  await pressOn(page, 'G4');
  await expectSounding(page, 2);
  await page.evaluate(() => { window.dispatchEvent(new FocusEvent('blur')); });
  await expectSounding(page, 0);
  await expect(key(page, 'C4')).toHaveAttribute('class', before);
  await page.keyboard.up('a');
  await page.mouse.up();
  await page.keyboard.down('a');
  await pressOn(page, 'G4');
  await expectTones(page, [261.63, 392, 261.63, 392]);
  await expectSounding(page, 2);
});

test('The hint on clicking, dragging and the keyboard is there', async ({ page }) => {
  await open(page);
  await expect(
    page.getByText('Click the keys, drag across them, or play with your keyboard.'),
  ).toBeVisible();
});

test('A player plays with the mouse and with keys, and every tone ends', async ({ page }) => {
  await open(page);
  await expect(lastPlayed(page)).toHaveText(/Last played:\s*nothing yet/);
  await pressOn(page, 'C4');
  await moveTo(page, 'D4');
  await expectSounding(page, 1);
  await page.mouse.up();
  await expectSounding(page, 0);
  await expect(lastPlayed(page)).toHaveText(/Last played:\s*D4 \(S\)/);
  for (const letter of ['a', 'a', 'a', 'g', 'g']) {
    await page.keyboard.down(letter);
  }
  await expectTones(page, [261.63, 293.66, 261.63, 392]);
  await expectSounding(page, 2);
  await page.keyboard.up('a');
  await page.keyboard.up('g');
  await expectSounding(page, 0);
  const volume = Math.floor(5 + Math.random() * 50);
  await setVolume(page, volume);
  await letters(page).click();
  await pressOn(page, 'H');
  await expectTones(page, [261.63, 293.66, 261.63, 392, 440]);
  expect((await tones(page))[4].volume).toBeCloseTo(volume / 100, 3);
  await page.mouse.up();
  await expectSounding(page, 0);
});
