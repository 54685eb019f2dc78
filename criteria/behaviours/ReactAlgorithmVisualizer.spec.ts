// Algoscope, which shows algorithms step by step. Written by reading the legacy source in React 16;
// the counts of steps were recorded from its modules.
import { expect, test, type Locator, type Page } from '@playwright/test';

test.use({ timezoneId: 'UTC', locale: 'en-US' });

/** Opens an address at noon of 15 May 2024, with these values under their keys in the storage. */
async function open(
  page: Page, address: string, stored: Record<string, unknown> = {},
): Promise<void> {
  await page.clock.install({ time: new Date('2024-05-15T12:00:00Z') });
  await page.addInitScript(texts => {
    if (!sessionStorage.getItem('seeded')) {
      sessionStorage.setItem('seeded', 'yes');
      for (const [key, text] of texts) {
        localStorage.setItem(`algoscope.${key}`, text);
      }
    }
  }, Object.entries(stored).map(([key, value]): [string, string] =>
    [key, typeof value === 'string' ? value : JSON.stringify(value)]));
  await page.goto(address);
  await expect(brand(page)).toBeVisible();
}

const brand = (page: Page): Locator => page.getByRole('link', { name: 'Algoscope', exact: true });
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const sign = (page: Page, text: string): Locator =>
  page.getByRole('button').filter({ hasText: new RegExp(`^\\s*${text}\\s*$`) });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const cards = (page: Page): Locator => page.locator('.card');
const card = (page: Page, name: string): Locator => cards(page)
  .filter({ has: page.getByRole('heading', { name, exact: true }) });
const search = (page: Page): Locator => page.getByPlaceholder('Search');
const stat = (page: Page, label: string): Locator => page.locator('dt')
  .filter({ hasText: new RegExp(`^\\s*${label}\\s*$`) }).locator('xpath=following-sibling::dd[1]');
const bars = (page: Page): Locator => page.locator('.bar');
const body = (page: Page): Locator => page.locator('body');
const own = (page: Page): Locator => page.getByPlaceholder('Own values: 5, 3, 8');
const play = (page: Page): Locator => sign(page, '(?:Play|Pause|Again)');
const speed = (page: Page): Locator => page.getByLabel(/^\s*Speed/);
const menu = (page: Page): Locator => page.getByRole('link', { name: 'Sorting race' });
const pattern = (page: Page): Locator =>
  page.getByRole('combobox').filter({ hasText: 'Nearly sorted' });

/** The values of the bars from left to right, as their titles tell them. */
const values = (page: Page): Promise<number[]> => bars(page)
  .evaluateAll(all => all.map(bar => Number(bar.getAttribute('title'))));

async function useOwn(page: Page, text: string): Promise<void> {
  await own(page).fill(text);
  await button(page, 'Use').click();
}

async function expectStep(page: Page, index: number, last: number): Promise<void> {
  await expect(page.getByText(new RegExp(`^\\s*Step ${index} of ${last}\\s*$`))).toBeVisible();
}

/** The time of the page, which the clock of the test moves. */
const now = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/** Goes to the last step. */
async function finish(page: Page): Promise<void> {
  await sign(page, '»').click();
  await expect(sign(page, '»')).toBeDisabled();
}

const kept = (page: Page, key: string): Promise<unknown> => page.evaluate(
  name => JSON.parse(localStorage.getItem(`algoscope.${name}`) ?? 'null') as unknown, key,
);

/** Answers the next question and tells its text. */
function answer(page: Page, accept: boolean): Promise<string> {
  return new Promise(resolve => {
    page.once('dialog', dialog => {
      resolve(dialog.message());
      void (accept ? dialog.accept() : dialog.dismiss());
    });
  });
}

interface Run {
  id: number;
  family: string;
  algorithm: string;
  details: string;
  steps: number;
  at: string;
}

function run(id: number, algorithm: string, at: string, family = 'sorting'): Run {
  return { id, family, algorithm, details: `${id} values (random)`, steps: id, at };
}

const RUNS = [
  run(9, 'quick', '2024-05-15T11:59:30Z'), run(8, 'bubble', '2024-05-15T11:55:00Z'),
  run(7, 'quick', '2024-05-15T09:00:00Z'), run(6, 'quick', '2024-05-13T12:00:00Z'),
  ...[5, 4].map(id => run(id, 'heap', '2024-05-01T12:00:00Z')),
];

// The dashboard

test('The dashboard shows the cards of all fourteen algorithms', async ({ page }) => {
  await open(page, '/');
  await expect(heading(page)).toHaveText('Watch algorithms work');
  await expect(page).toHaveTitle('Algoscope');
  await expect(cards(page)).toHaveCount(14);
  await expect(card(page, 'Quick sort')).toContainText('Sorting, O(n log n)');
  await expect(card(page, 'A*')).toContainText('Path finding, O(E log V)');
  for (const name of ['Binary search tree', 'n queens', 'Game of life', 'Dijkstra']) {
    await expect(card(page, name)).toBeVisible();
  }
});

test('The search narrows the cards and says when none fits', async ({ page }) => {
  await open(page, '/');
  await search(page).fill('BUBBLE');
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, 'Bubble sort')).toBeVisible();
  await search(page).fill('zzz');
  await expect(page.getByText('No algorithm fits.')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await search(page).fill('');
  await expect(cards(page)).toHaveCount(14);
});

test('Hits of the search are marked in the names', async ({ page }) => {
  await open(page, '/');
  await search(page).fill('bub');
  await expect(page.locator('mark')).toHaveText('Bub');
});

test('The search is taken literally', { tag: '@defect' }, async ({ page }) => {
  await open(page, '/');
  await search(page).fill('a*');
  await expect(card(page, 'A*').locator('mark')).toHaveText('A*');
  await search(page).fill('.');
  await expect(cards(page)).toHaveCount(14);
  await expect(page.locator('mark')).toHaveCount(0);
  await search(page).fill('[');
  await expect(heading(page)).toHaveText('Watch algorithms work');
  await search(page).fill('quick');
  await expect(page.locator('mark')).toHaveText('Quick');
});

test('A card leads to its algorithm', async ({ page }) => {
  await open(page, '/');
  await card(page, 'Merge sort').getByRole('link').click();
  await expect(page).toHaveURL(/\/sorting\/merge$/);
  await expect(page).toHaveTitle('Merge sort - Algoscope');
  await brand(page).click();
  await card(page, 'n queens').getByRole('link').click();
  await expect(page).toHaveURL(/\/queens$/);
});

test('Stars make favourites, which can be shown alone', async ({ page }) => {
  await open(page, '/');
  await card(page, 'Heap sort').getByText('★').click();
  await card(page, 'Dijkstra').getByText('★').click();
  await expect.poll(() => kept(page, 'favourites')).toEqual(['heap', 'dijkstra']);
  await page.getByLabel('Favourites only').click();
  await expect(cards(page)).toHaveCount(2);
  await card(page, 'Heap sort').getByText('★').click();
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, 'Dijkstra')).toBeVisible();
});

test('Favourites are still there after a reload', async ({ page }) => {
  await open(page, '/', { favourites: ['bfs'] });
  await card(page, 'Dijkstra').getByText('★').click();
  await expect.poll(() => kept(page, 'favourites')).toEqual(['bfs', 'dijkstra']);
  await page.reload();
  await page.getByLabel('Favourites only').click();
  await expect(cards(page)).toHaveCount(2);
});

test('Surprise me and the key s open a shown algorithm', async ({ page }) => {
  await open(page, '/', { favourites: ['queens', 'backtracking'] });
  await search(page).fill('bubble');
  await expect(cards(page)).toHaveCount(1);
  await button(page, 'Surprise me').click();
  await expect(page).toHaveURL(/\/sorting\/bubble$/);
  await brand(page).click();
  await page.getByLabel('Favourites only').click();
  await expect(cards(page)).toHaveCount(1);
  await heading(page).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/\/queens$/);
});

test('Without a card Surprise me does nothing', { tag: '@defect' }, async ({ page }) => {
  await open(page, '/');
  await search(page).fill('zzz');
  await expect(cards(page)).toHaveCount(0);
  await button(page, 'Surprise me').dispatchEvent('click'); // it may be disabled
  await expect(page.getByText('No algorithm fits.')).toBeVisible();
  await search(page).fill('bubble');
  await expect(cards(page)).toHaveCount(1);
});

test('The dashboard counts the finished runs', async ({ page }) => {
  await open(page, '/', { history: RUNS });
  await expect(stat(page, 'Finished runs')).toHaveText('6');
  await expect(stat(page, 'Algorithms tried')).toHaveText('3');
  await expect(stat(page, 'Most often')).toHaveText('Quick sort');
});

test('The last eight runs are listed with their age', async ({ page }) => {
  const old = [51, 52, 53, 54].map(id => run(id, 'merge', '2024-05-01T12:00:00Z'));
  await open(page, '/', { history: [...RUNS, ...old] });
  const lines = page.getByRole('listitem').filter({ hasText: 'values (random)' });
  await expect(lines).toHaveCount(8);
  await expect(lines.first()).toContainText(/Quick sort 9 values \(random\), 9 steps, just now/);
  await expect(lines.nth(1)).toContainText('5 minutes ago');
  await expect(lines.nth(2)).toContainText('3 hours ago');
  await expect(lines.nth(3)).toContainText('2 days ago');
});

test('Forget all asks before the runs are gone', async ({ page }) => {
  await open(page, '/', { history: RUNS });
  const stays = answer(page, false);
  await button(page, 'Forget all').click();
  expect(await stays).toBe('Forget all runs?');
  await expect(stat(page, 'Finished runs')).toHaveText('6');
  const goes = answer(page, true);
  await button(page, 'Forget all').click();
  await goes;
  await expect(page.getByText('Nothing has been run to its end yet.')).toBeVisible();
  await expect.poll(() => kept(page, 'history')).toEqual([]);
  await expect(button(page, 'Forget all')).toHaveCount(0);
});

// Addresses, header, sidebar, dialogs

test('Every family has its address', async ({ page }) => {
  await open(page, '/sorting');
  await expect(heading(page)).toHaveText('Sorting');
  await expect(page).toHaveTitle('Bubble sort - Algoscope');
  const pages: [string, string][] = [
    ['/sorting/race', 'Sorting race'], ['/path/astar', 'Path finding'], ['/tree', 'Search tree'],
    ['/queens', 'Queens'], ['/life', 'Game of life'],
  ];
  for (const [address, title] of pages) {
    await page.goto(address);
    await expect(heading(page)).toHaveText(title);
  }
});

test('Any other address says that nothing is there', async ({ page }) => {
  await open(page, '/no/where');
  await expect(heading(page)).toHaveText('Nothing here');
  await expect(page.getByText('There is no page /no/where.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the dashboard' }).click();
  await expect(heading(page)).toHaveText('Watch algorithms work');
});

/** Opens the game of life in a browser that refuses its canvas, and tells the message. */
async function openFailing(page: Page): Promise<string> {
  const message = `No canvas ${Math.floor(Math.random() * 1e6)}`;
  await page.addInitScript(text => {
    HTMLCanvasElement.prototype.getContext = () => {
      throw new Error(text);
    };
  }, message);
  await page.clock.install({ time: new Date('2024-05-15T12:00:00Z') });
  await page.goto('/life');
  return message;
}

test('A failure of a page shows its message and a button to reload', async ({ page }) => {
  const message = await openFailing(page);
  await expect(page.getByText('That went wrong')).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  await expect(button(page, 'Reload')).toBeVisible();
});

test('A failure goes when the address changes', { tag: '@defect' }, async ({ page }) => {
  await openFailing(page);
  await expect(page.getByText('That went wrong')).toBeVisible();
  await page.getByRole('link', { name: 'Sorting race' }).click();
  await expect(page.locator('.lane')).toHaveCount(3);
  await expect(page.getByText('That went wrong')).toHaveCount(0);
});

test('The address dashboard leads to the dashboard', async ({ page }) => {
  await open(page, '/dashboard');
  await expect(heading(page)).toHaveText('Watch algorithms work');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

test('The sidebar leads to the families and can be hidden', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('link', { name: /^Path finding\s*5$/ }).click();
  await expect(heading(page)).toHaveText('Path finding');
  await page.getByRole('link', { name: /^Sorting\s*6$/ }).click();
  await expect(heading(page)).toHaveText('Sorting');
  await menu(page).click();
  await expect(heading(page)).toHaveText('Sorting race');
  await sign(page, '☰').click();
  await expect(menu(page)).toHaveCount(0);
  await page.keyboard.press('m');
  await expect(menu(page)).toBeVisible();
});

test('The theme changes by its button and by the key t', async ({ page }) => {
  await open(page, '/');
  await expect(body(page)).toHaveClass(/\blight\b/);
  await sign(page, '☾').click();
  await expect(body(page)).toHaveClass(/\bdark\b/);
  await expect(sign(page, '☀')).toBeVisible();
  await page.keyboard.press('t');
  await expect(body(page)).toHaveClass(/\blight\b/);
  await page.keyboard.press('t');
  await expect.poll(() => kept(page, 'settings')).toMatchObject({ theme: 'dark' });
  await page.reload();
  await expect(body(page)).toHaveClass(/\bdark\b/);
});

const shortcuts = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Keyboard shortcuts' });
const settings = (page: Page): Locator => page.getByRole('heading', { name: 'Settings' });

test('The help lists thirteen shortcuts and closes', async ({ page }) => {
  await open(page, '/');
  await sign(page, '\\?').click();
  await expect(shortcuts(page)).toBeVisible();
  await expect(page.locator('kbd')).toHaveCount(13);
  await button(page, 'Close').click();
  await expect(shortcuts(page)).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(shortcuts(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toHaveCount(0);
});

test('A click beside a window closes it', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('?');
  await expect(shortcuts(page)).toBeVisible();
  await page.mouse.click(8, 740);
  await expect(shortcuts(page)).toHaveCount(0);
  await page.keyboard.press(',');
  await settings(page).click();
  await expect(settings(page)).toBeVisible();
  await page.mouse.click(8, 740);
  await expect(settings(page)).toHaveCount(0);
});

test('While a window is open the keys of the page rest', { tag: '@defect' }, async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8');
  await sign(page, '\\?').click();
  await expect(shortcuts(page)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('t');
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toHaveCount(0);
  await expectStep(page, 0, 5);
});

test('Settings are a draft until they are saved', async ({ page }) => {
  await open(page, '/sorting');
  await page.keyboard.press(',');
  await expect(settings(page)).toBeVisible();
  const theme = page.getByRole('combobox').filter({ hasText: 'Dark' });
  await theme.selectOption({ label: 'Dark' });
  await page.getByLabel('Strong colours').click();
  await page.getByLabel('Show the pseudo-code').click();
  await expect(body(page)).toHaveClass(/\blight\b/);
  await expect(page.locator('pre')).toBeVisible();
  await button(page, 'Save').click();
  await expect(settings(page)).toHaveCount(0);
  await expect(body(page)).toHaveClass(/\bdark\b/);
  await expect(body(page)).toHaveClass(/\bcontrast\b/);
  await expect(page.locator('pre')).toHaveCount(0);
  await expect.poll(() => kept(page, 'settings')).toEqual({
    theme: 'dark', contrast: true, speed: 5, showCode: false, keepHistory: true,
  });
});

test('Cancel and Escape drop the draft of the settings', async ({ page }) => {
  await open(page, '/');
  for (const leave of ['Cancel', 'Escape']) {
    await sign(page, '⚙').click();
    await expect(page.getByLabel('Strong colours')).not.toBeChecked();
    await page.getByLabel('Strong colours').click();
    await expect(page.getByLabel('Strong colours')).toBeChecked();
    if (leave === 'Cancel') {
      await button(page, 'Cancel').click();
    } else {
      await page.keyboard.press('Escape');
    }
    await expect(settings(page)).toHaveCount(0);
    await expect(body(page)).not.toHaveClass(/contrast/);
  }
});

test('Defaults fills the draft alone', async ({ page }) => {
  const stored = { theme: 'dark', contrast: true, speed: 9, showCode: false, keepHistory: false };
  await open(page, '/', { settings: stored });
  await sign(page, '⚙').click();
  await button(page, 'Defaults').click();
  await expect(page.getByLabel('Strong colours')).not.toBeChecked();
  await expect(page.getByLabel('Show the pseudo-code')).toBeChecked();
  await expect(page.getByLabel('Remember finished runs')).toBeChecked();
  await expect(body(page)).toHaveClass(/\bdark\b/);
  await button(page, 'Save').click();
  await expect(body(page)).toHaveClass(/\blight\b/);
});

test('Stored text that cannot be read gives the defaults', async ({ page }) => {
  const broken = ['settings', 'favourites', 'history', 'sorting.size', 'grid', 'tree', 'life'];
  await open(page, '/', Object.fromEntries(broken.map(key => [key, '{broken'])));
  await expect(cards(page)).toHaveCount(14);
  await expect(stat(page, 'Finished runs')).toHaveText('0');
  await expect(body(page)).toHaveClass(/\blight\b/);
  await page.goto('/sorting');
  await expect(bars(page)).toHaveCount(30);
  await page.goto('/tree');
  await expect(stat(page, 'Values')).toHaveText('7');
});

test('Stored values of an unexpected form give the defaults', { tag: '@defect' },
  async ({ page }) => {
    await open(page, '/', {
      settings: 7,
      favourites: { bubble: true },
      history: [{ id: 1, family: 'cooking', algorithm: 'stew' }, 'nonsense'],
      'sorting.size': 'many',
      grid: { size: 'huge', walls: [], mud: [], start: null, target: null },
      tree: { value: 3 },
      life: 'gone',
    });
    await expect(cards(page)).toHaveCount(14);
    await expect(stat(page, 'Finished runs')).toHaveText('0');
    await page.goto('/path');
    await expect(page.locator('.cell')).toHaveCount(465);
    await page.goto('/tree');
    await expect(stat(page, 'Values')).toHaveText('7');
    await page.goto('/life');
    await expect(stat(page, 'Population')).toHaveText('36');
  });

test('A write that fails does not stop the page', { tag: '@defect' }, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  await open(page, '/');
  await sign(page, '☾').click();
  await expect(body(page)).toHaveClass(/\bdark\b/);
  await page.getByRole('link', { name: /^Search tree/ }).first().click();
  await expect(heading(page)).toHaveText('Search tree');
});

// Sorting

test('Sorting starts with thirty values', async ({ page }) => {
  await open(page, '/sorting');
  await expect(bars(page)).toHaveCount(30);
  await expect(stat(page, 'Values')).toHaveText('30');
  await expect(page.getByRole('link', { name: 'Bubble sort' })).toHaveClass(/\bactive\b/);
});

test('The number of values and their pattern can be chosen and are kept', async ({ page }) => {
  await open(page, '/sorting');
  await page.getByLabel(/^\s*Values/).fill('40');
  await expect(bars(page)).toHaveCount(40);
  await pattern(page).selectOption({ label: 'Reversed' });
  await expect.poll(async () => {
    const shown = await values(page);
    return shown.length === 40 && shown.every((value, at) => at === 0 || value <= shown[at - 1]);
  }).toBe(true);
  await expect.poll(() => kept(page, 'sorting.size')).toBe(40);
  await expect.poll(() => kept(page, 'sorting.pattern')).toBe('reversed');
  await page.reload();
  await expect(bars(page)).toHaveCount(40);
});

test('All different and few different values are what they say', async ({ page }) => {
  await open(page, '/sorting');
  await pattern(page).selectOption({ label: 'All different' });
  await expect.poll(async () => {
    const sorted = (await values(page)).sort((a, b) => a - b);
    return sorted.join() === Array.from({ length: 30 }, (_, at) =>
      Math.round((at + 1) * 100 / 30)).join();
  }).toBe(true);
  await pattern(page).selectOption({ label: 'Few different values' });
  await expect.poll(async () => (await values(page)).every(value => value % 25 === 0)).toBe(true);
});

test('Own values are taken with blanks, commas and semicolons', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, ' 5, 3;8 1 ');
  await expect.poll(() => values(page)).toEqual([5, 3, 8, 1]);
  await expect(stat(page, 'Values')).toHaveText('4');
});

test('Own values that cannot be used are refused', async ({ page }) => {
  await open(page, '/sorting');
  const message = page.getByText('2 to 100 whole numbers from 1 to 100, please.');
  for (const text of ['7', '1, 101', '0 5', '2 x', '1.5 2']) {
    await useOwn(page, text);
    await expect(message).toBeVisible();
    await expect(bars(page)).toHaveCount(30);
  }
  await useOwn(page, '1 100');
  await expect(message).toHaveCount(0);
  await expect.poll(() => values(page)).toEqual([1, 100]);
});

test('From one algorithm to another the values stay', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8 1');
  await expect(bars(page)).toHaveCount(4);
  await page.getByRole('link', { name: 'Heap sort' }).click();
  await expect(page).toHaveURL(/\/sorting\/heap$/);
  await expect.poll(() => values(page)).toEqual([5, 3, 8, 1]);
  await page.getByRole('link', { name: 'Quick sort' }).click();
  await expect(page).toHaveTitle('Quick sort - Algoscope');
  await expect.poll(() => values(page)).toEqual([5, 3, 8, 1]);
});

async function expectSort(
  page: Page, name: string, steps: number, comparisons: number, writes: number,
): Promise<void> {
  await page.getByRole('link', { name }).click();
  await expectStep(page, 0, steps);
  await finish(page);
  await expectStep(page, steps, steps);
  await expect.poll(() => values(page)).toEqual([1, 2, 3, 5, 8, 9]);
  await expect(stat(page, 'Comparisons')).toHaveText(String(comparisons));
  await expect(stat(page, 'Writes')).toHaveText(String(writes));
}

test('Bubble, insertion and selection sort count as before', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8 1 9 2');
  await expectSort(page, 'Bubble sort', 24, 15, 16);
  await expectSort(page, 'Insertion sort', 23, 11, 11);
  await expectSort(page, 'Selection sort', 20, 15, 8);
});

test('Merge, quick and heap sort count as before', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8 1 9 2');
  await expectSort(page, 'Merge sort', 27, 10, 16);
  await expectSort(page, 'Quick sort', 26, 17, 16);
  await expectSort(page, 'Heap sort', 26, 15, 20);
});

test('Bubble sort stops early where nothing was swapped', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '1 2 3 5 8 9');
  await expectSort(page, 'Bubble sort', 6, 5, 0);
});

test('The pseudo-code shows the current line and the costs', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8');
  const panel = page.locator('.code-panel');
  await expect(panel.getByRole('heading', { name: 'Bubble sort' })).toBeVisible();
  await expect(panel).toContainText('Compares neighbours and swaps them');
  await expect(panel.getByRole('row')).toHaveCount(4);
  await expect(panel.locator('.current')).toHaveCount(0);
  await sign(page, '▶').click();
  await expect(panel.locator('.current')).toContainText('if a[i] > a[i + 1]');
  await sign(page, '▶').click();
  await expect(panel.locator('.current')).toContainText('swap a[i], a[i + 1]');
});

// Playback

test('The buttons go step by step and to both ends', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8');
  await expectStep(page, 0, 5);
  await expect(sign(page, '«')).toBeDisabled();
  await expect(sign(page, '◀')).toBeDisabled();
  await sign(page, '▶').click();
  await sign(page, '▶').click();
  await expectStep(page, 2, 5);
  await expect.poll(() => values(page)).toEqual([3, 5, 8]);
  await sign(page, '◀').click();
  await expectStep(page, 1, 5);
  await expect.poll(() => values(page)).toEqual([5, 3, 8]);
  await finish(page);
  await expect(sign(page, '▶')).toBeDisabled();
  await expect(play(page)).toHaveText('Again');
  await sign(page, '«').click();
  await expectStep(page, 0, 5);
});

test('The slider goes to any step', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8');
  await page.locator('.position').fill('3');
  await expectStep(page, 3, 5);
  await expect(stat(page, 'Comparisons')).toHaveText('2');
});

test('Play runs to the end at the chosen speed and can be paused', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8');
  await speed(page).fill('1');
  const before = await now(page);
  await play(page).click();
  await expect(play(page)).toHaveText('Pause');
  await expect.poll(async () => {
    await page.clock.runFor(100);
    return page.getByText(/Step 0 of 5/).count();
  }).toBe(0);
  expect(await now(page) - before).toBeGreaterThanOrEqual(1_500);
  await play(page).click();
  await expect(play(page)).toHaveText('Play');
  await page.clock.runFor(20_000);
  await expect(play(page)).toHaveText('Play');
  await speed(page).fill('10');
  await play(page).click();
  await expect(play(page)).toHaveText('Again');
  await expectStep(page, 5, 5);
});

test('Again plays from the start', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8');
  await finish(page);
  await speed(page).fill('1');
  await play(page).click();
  await expect(play(page)).toHaveText('Pause');
  await expect(page.getByText(/^\s*Step [01] of 5\s*$/)).toBeVisible();
});

test('After the last step nothing plays on', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8');
  await speed(page).fill('10');
  await play(page).click();
  await expect.poll(async () => {
    await page.clock.runFor(100);
    return play(page).textContent();
  }).toMatch(/Again/);
  await sign(page, '◀').click();
  await expectStep(page, 4, 5);
  await page.clock.runFor(5_000);
  await expectStep(page, 4, 5);
  await expect(play(page)).toHaveText('Play');
});

test('The keys play, step and change the speed', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8');
  await expectStep(page, 0, 5);
  await heading(page).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('ArrowRight');
  await expectStep(page, 1, 5);
  await page.keyboard.press('End');
  await expectStep(page, 5, 5);
  await page.keyboard.press('ArrowLeft');
  await expectStep(page, 4, 5);
  await page.keyboard.press('Home');
  await expectStep(page, 0, 5);
  await page.keyboard.press('-');
  await expect(speed(page)).toHaveValue('4');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(speed(page)).toHaveValue('6');
  await page.keyboard.press('Space');
  await expect(play(page)).toHaveText(/Pause|Again/);
});

test('Keys that are typed into a field do nothing else', async ({ page }) => {
  await open(page, '/sorting');
  await own(page).pressSequentially('5 3,t');
  await expect(own(page)).toHaveValue('5 3,t');
  await expect(settings(page)).toHaveCount(0);
  await expect(body(page)).toHaveClass(/\blight\b/);
  await expect(play(page)).toHaveText('Play');
});

test('New data and the key n bring other values', async ({ page }) => {
  await open(page, '/sorting');
  await useOwn(page, '5 3 8');
  await expect(bars(page)).toHaveCount(3);
  await button(page, 'New data').click();
  await expect(bars(page)).toHaveCount(30);
  await useOwn(page, '5 3 8');
  await expect(bars(page)).toHaveCount(3);
  await heading(page).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('n');
  await expect(bars(page)).toHaveCount(30);
});

test('A finished run is remembered', async ({ page }) => {
  await open(page, '/sorting/insertion');
  await useOwn(page, '3 5 8');
  await finish(page);
  await expect.poll(async () => {
    const runs = await kept(page, 'history') as Run[] | null;
    return runs?.map(each => `${each.family}/${each.algorithm} ${each.details}`);
  }).toEqual(['sorting/insertion 3 values (random)']);
  await brand(page).click();
  await expect(stat(page, 'Finished runs')).toHaveText('1');
  await expect(page.getByRole('listitem').filter({ hasText: 'values (random)' }))
    .toContainText('just now');
});

test('A run counts once, whatever is set at its end', async ({ page }) => {
  await open(page, '/sorting/insertion');
  await useOwn(page, '3 5 8');
  await finish(page);
  await speed(page).fill('7');
  await heading(page).click();
  await page.keyboard.press('t');
  await expect(body(page)).toHaveClass(/\bdark\b/);
  await brand(page).click();
  await expect(stat(page, 'Finished runs')).toHaveText('1');
});

test('At most twenty runs are remembered', async ({ page }) => {
  const many = Array.from({ length: 20 }, (_, at) => run(at + 1, 'heap', '2024-05-01T12:00:00Z'));
  await open(page, '/sorting', { history: many });
  await useOwn(page, '5 3 8');
  await finish(page);
  await expect.poll(async () => {
    const runs = await kept(page, 'history') as Run[];
    return [runs.length, runs[0].algorithm, runs[19].id];
  }).toEqual([20, 'bubble', 19]);
});

test('No run is remembered where the settings forbid it', async ({ page }) => {
  await open(page, '/sorting', { settings: { keepHistory: false } });
  await useOwn(page, '5 3 8');
  await finish(page);
  await brand(page).click();
  await expect(stat(page, 'Finished runs')).toHaveText('0');
});

// The race

const lanes = (page: Page): Locator => page.locator('.lane');
const runner = (page: Page, name: string): Locator => page.getByRole('checkbox', { name });

test('The race runs three algorithms on the same forty values', async ({ page }) => {
  await open(page, '/sorting/race');
  await expect(lanes(page).getByRole('heading'))
    .toHaveText([/Insertion sort/, /Quick sort/, /Heap sort/]);
  const first = (): Promise<number[]> => values(page);
  await expect.poll(async () => {
    const shown = await first();
    const [one, two, three] = [0, 40, 80].map(at => shown.slice(at, at + 40).join());
    return shown.length === 120 && one === two && two === three;
  }).toBe(true);
});

test('The race tells who finished in which place', async ({ page }) => {
  await open(page, '/sorting/race');
  await expect(lanes(page)).toHaveCount(3);
  await finish(page);
  for (const place of ['1.', '2.', '3.']) {
    await expect(lanes(page).getByText(place, { exact: true })).toBeVisible();
  }
  await expect(lanes(page).first()).toContainText(/\d+ comparisons, \d+ writes/);
});

test('A fifth runner is refused, and its box stays empty', async ({ page }) => {
  await open(page, '/sorting/race');
  await runner(page, 'Bubble sort').click();
  await expect(lanes(page)).toHaveCount(4);
  const told = answer(page, true);
  await runner(page, 'Merge sort').click();
  expect(await told).toBe('Not more than 4 at once.');
  await expect(runner(page, 'Merge sort')).not.toBeChecked();
  await expect(lanes(page)).toHaveCount(4);
});

test('A race without runners asks to choose some', async ({ page }) => {
  await open(page, '/sorting/race');
  for (const name of ['Insertion sort', 'Quick sort', 'Heap sort']) {
    await runner(page, name).click();
  }
  await expect(page.getByText('Choose up to 4 algorithms.')).toBeVisible();
  await expect(play(page)).toBeDisabled();
});

// Path finding

const cells = (page: Page): Locator => page.locator('.cell');
const tool = (page: Page, name: string): Locator => page.getByRole('radio', { name });

/** A stored small grid, whose column 10 has what is asked for. */
function grid(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    size: 'small', start: { row: 4, col: 4 }, target: { row: 4, col: 16 }, diagonal: false,
    walls: [], mud: [], ...changes,
  };
}

const column = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => (from + at) * 21 + 10);

/** The cell of the small grid. */
const cell = (page: Page, row: number, col: number): Locator => cells(page).nth(row * 21 + col);

test('The grid has three sizes', async ({ page }) => {
  await open(page, '/path');
  await expect(cells(page)).toHaveCount(465);
  await page.getByLabel('Diagonal steps').click();
  const size = page.getByRole('combobox').filter({ hasText: 'medium' });
  await size.selectOption('small');
  await expect(cells(page)).toHaveCount(231);
  await size.selectOption('large');
  await expect(cells(page)).toHaveCount(945);
  await expect(page.getByLabel('Diagonal steps')).toBeChecked();
  await expect(cells(page).filter({ hasText: 'S' })).toHaveCount(1);
  await expect(cells(page).filter({ hasText: 'T' })).toHaveCount(1);
});

test('Breadth first finds the shortest way', async ({ page }) => {
  await open(page, '/path');
  await expectStep(page, 0, 716);
  await expect(stat(page, 'Cost')).toHaveText('...');
  await finish(page);
  await expect(stat(page, 'Visited')).toHaveText('340');
  await expect(stat(page, 'Steps')).toHaveText('22');
  await expect(stat(page, 'Cost')).toHaveText('22.0');
});

async function expectSearch(
  page: Page, name: string, steps: number, visited: number, cost: string,
): Promise<void> {
  await page.getByRole('link', { name }).click();
  await expectStep(page, 0, steps);
  await finish(page);
  await expect(stat(page, 'Visited')).toHaveText(String(visited));
  await expect(stat(page, 'Cost')).toHaveText(cost);
}

test('All five searches go the ways of before', async ({ page }) => {
  await open(page, '/path', { grid: grid({ mud: column(2, 8) }) });
  await expectSearch(page, 'Breadth first', 322, 150, '16.0');
  await expectSearch(page, 'Depth first', 258, 65, '64.0');
  await expectSearch(page, 'Dijkstra', 369, 173, '16.0');
  await expectSearch(page, 'A*', 125, 41, '16.0');
  await expectSearch(page, 'Greedy best first', 63, 13, '16.0');
});

test('A target behind walls cannot be reached', async ({ page }) => {
  await open(page, '/path', { grid: grid({ walls: column(0, 10) }) });
  await finish(page);
  await expect(stat(page, 'Cost')).toHaveText('no way');
});

test('Diagonal steps cost the square root of two', async ({ page }) => {
  const ends = { start: { row: 0, col: 0 }, target: { row: 3, col: 5 } };
  await open(page, '/path/dijkstra', { grid: grid(ends) });
  await finish(page);
  await expect(stat(page, 'Cost')).toHaveText('8.0');
  await page.getByLabel('Diagonal steps').click();
  await finish(page);
  await expect(stat(page, 'Cost')).toHaveText('6.2');
});

test('Pressing and dragging draws walls, which are kept on release', async ({ page }) => {
  await open(page, '/path', { grid: grid() });
  await expect(tool(page, 'wall')).toBeChecked();
  await cell(page, 1, 2).hover();
  await page.mouse.down();
  await cell(page, 1, 3).hover();
  await cell(page, 1, 4).hover();
  await page.mouse.up();
  await cell(page, 1, 6).hover();
  for (const col of [2, 3, 4]) {
    await expect(cell(page, 1, col)).toHaveClass(/\bwall\b/);
  }
  await expect(cell(page, 1, 6)).not.toHaveClass(/\bwall\b/);
  await expect.poll(async () => (await kept(page, 'grid') as { walls: number[] }).walls)
    .toEqual([23, 24, 25]);
  await page.reload();
  await expect(cell(page, 1, 3)).toHaveClass(/\bwall\b/);
});

test('Mud is drawn and erased', async ({ page }) => {
  await open(page, '/path', { grid: grid() });
  await tool(page, 'mud').click();
  await cell(page, 4, 10).click();
  await expect(cell(page, 4, 10)).toHaveClass(/\bmud\b/);
  await expect.poll(async () => (await kept(page, 'grid') as { mud: number[] }).mud).toEqual([94]);
  await tool(page, 'erase').click();
  await cell(page, 4, 10).click();
  await expect(cell(page, 4, 10)).not.toHaveClass(/\bmud\b/);
});

test('Start and target can be dragged', async ({ page }) => {
  await open(page, '/path', { grid: grid() });
  await cell(page, 4, 4).hover();
  await page.mouse.down();
  await cell(page, 4, 5).hover();
  await cell(page, 4, 6).hover();
  await page.mouse.up();
  await expect(cell(page, 4, 6)).toHaveText('S');
  await expect(cell(page, 4, 4)).toHaveText('');
  await finish(page);
  await expect(stat(page, 'Cost')).toHaveText('10.0');
  await expect.poll(async () => (await kept(page, 'grid') as { start: unknown }).start)
    .toEqual({ row: 4, col: 6 });
});

test('A maze has a way, and Clear takes it away', async ({ page }) => {
  await open(page, '/path', { grid: grid() });
  const walls = page.locator('.cell.wall');
  await button(page, 'Maze').click();
  await expect(walls).not.toHaveCount(0);
  await finish(page);
  await expect(stat(page, 'Cost')).toHaveText(/^\d+\.\d$/);
  await button(page, 'Clear').click();
  await expect(walls).toHaveCount(0);
  await button(page, 'Scatter').click();
  await expect(walls).not.toHaveCount(0);
  await expect(page.locator('.cell.mud')).not.toHaveCount(0);
});

test('Clear leaves the diagonal steps as they are', async ({ page }) => {
  const ends = { start: { row: 0, col: 0 }, target: { row: 3, col: 5 }, diagonal: true };
  await open(page, '/path/dijkstra', { grid: grid({ ...ends, walls: column(0, 10) }) });
  await expect(page.locator('.cell.wall')).not.toHaveCount(0);
  await button(page, 'Clear').click();
  await expect(page.locator('.cell.wall')).toHaveCount(0);
  await expect(page.getByLabel('Diagonal steps')).toBeChecked();
  await cell(page, 4, 4).hover(); // the start is back in its place
  await page.mouse.down();
  await cell(page, 3, 5).hover();
  await cell(page, 2, 6).hover();
  await page.mouse.up();
  await finish(page);
  await expect(stat(page, 'Cost')).toHaveText('10.8');
});

test('A search keeps the grid when another algorithm is chosen', async ({ page }) => {
  await open(page, '/path', { grid: grid() });
  await cell(page, 2, 2).click();
  await expect(cell(page, 2, 2)).toHaveClass(/\bwall\b/);
  await page.getByRole('link', { name: 'Dijkstra' }).click();
  await expect(page).toHaveTitle('Dijkstra - Algoscope');
  await expect(cell(page, 2, 2)).toHaveClass(/\bwall\b/);
});

test('A finished search is remembered with size and cost', async ({ page }) => {
  await open(page, '/path/greedy', { grid: grid() });
  await finish(page);
  await expect.poll(async () => (await kept(page, 'history') as Run[] | null)?.[0])
    .toMatchObject({ family: 'path', algorithm: 'greedy', details: 'small grid, cost 12.0' });
});

// The tree

const number = (page: Page): Locator => page.getByPlaceholder('0 to 999');
const nodes = (page: Page): Locator => page.locator('svg text');

async function does(page: Page, what: string, value: string, note: string): Promise<void> {
  await number(page).fill(value);
  await button(page, what).click();
  await expect(page.getByText(note, { exact: true })).toBeVisible();
}

test('The tree starts with seven values', async ({ page }) => {
  await open(page, '/tree');
  await expect(nodes(page)).toHaveText(['12', '25', '37', '50', '62', '75', '87']);
  await expect(stat(page, 'Values')).toHaveText('7');
  await expect(stat(page, 'Height')).toHaveText('3');
});

test('A value is inserted and kept', async ({ page }) => {
  await open(page, '/tree');
  await does(page, 'Insert', '40', 'Inserted 40');
  await expect(stat(page, 'Values')).toHaveText('8');
  await expect(stat(page, 'Height')).toHaveText('4');
  await expect(number(page)).toHaveValue('');
  await expect.poll(() => kept(page, 'tree')).toEqual([50, 25, 12, 37, 40, 75, 62, 87]);
  await does(page, 'Insert', '40', '40 is in the tree already');
  await expect(stat(page, 'Values')).toHaveText('8');
});

test('The steps of an insertion can be seen, the tree of before among them', async ({ page }) => {
  await open(page, '/tree');
  await does(page, 'Insert', '40', 'Inserted 40');
  await expectStep(page, 3, 3);
  await sign(page, '«').click();
  await expect(page.getByText('Insert 40: left of 50', { exact: true })).toBeVisible();
  await expect(nodes(page)).toHaveCount(7);
  await sign(page, '▶').click();
  await expect(page.getByText('Insert 40: right of 25', { exact: true })).toBeVisible();
});

test('A value is found or not', async ({ page }) => {
  await open(page, '/tree');
  await does(page, 'Find', '62', 'Found 62');
  await does(page, 'Find', '63', '63 is not in the tree');
});

test('A value with two children is deleted', async ({ page }) => {
  await open(page, '/tree');
  await does(page, 'Delete', '50', 'Deleted 50');
  await expect(nodes(page)).toHaveText(['12', '25', '37', '62', '75', '87']);
  await expect.poll(() => kept(page, 'tree')).toEqual([62, 25, 12, 37, 75, 87]);
  await sign(page, '◀').click();
  await expect(page.getByText('62 takes the place of 50', { exact: true })).toBeVisible();
  await expect(nodes(page)).toHaveCount(7);
  await does(page, 'Delete', '50', '50 is not in the tree');
});

test('Four walks visit the values in their orders', async ({ page }) => {
  await open(page, '/tree', { settings: { speed: 10 } });
  const order = page.getByRole('combobox').filter({ hasText: 'Pre-order' });
  const walks: [string, string][] = [
    ['In order', '12 25 37 50 62 75 87'], ['Pre-order', '50 25 12 37 75 62 87'],
    ['Post-order', '12 37 25 62 87 75 50'], ['Level order', '50 25 75 12 37 62 87'],
  ];
  for (const [name, result] of walks) {
    await order.selectOption({ label: name });
    await button(page, 'Walk').click();
    await expect(page.getByText(result, { exact: true })).toBeVisible();
  }
});

test('The tree is balanced and cleared', async ({ page }) => {
  await open(page, '/tree', { tree: [1, 2, 3, 4, 5] });
  await expect(stat(page, 'Height')).toHaveText('5');
  await button(page, 'Balance').click();
  await expect(page.getByText('Balanced', { exact: true })).toBeVisible();
  await expect(stat(page, 'Height')).toHaveText('3');
  await expect.poll(() => kept(page, 'tree')).toEqual([3, 2, 1, 5, 4]);
  await button(page, 'Clear').click();
  await expect(stat(page, 'Values')).toHaveText('0');
  await button(page, 'Walk').click();
  await expect(page.getByText('The tree is empty.')).toBeVisible();
});

test('A random tree has fifteen values', async ({ page }) => {
  await open(page, '/tree');
  await button(page, 'Random tree').click();
  await expect(nodes(page)).toHaveCount(15);
  await expect(page.getByText('A random tree', { exact: true })).toBeVisible();
});

test('Numbers that do not fit and a full tree are refused', async ({ page }) => {
  await open(page, '/tree', { tree: Array.from({ length: 31 }, (_, at) => (at * 7) % 31) });
  await expect(stat(page, 'Values')).toHaveText('31');
  for (const text of ['', '-1', '1000']) {
    await number(page).fill(text);
    await button(page, 'Insert').click();
    await expect(page.getByText('A whole number from 0 to 999, please.')).toBeVisible();
  }
  await number(page).fill('500');
  await button(page, 'Insert').click();
  await expect(page.getByText('The tree is full (31 values).')).toBeVisible();
  await expect(stat(page, 'Values')).toHaveText('31');
});

test('A number with a fraction is refused', { tag: '@defect' }, async ({ page }) => {
  await open(page, '/tree');
  await number(page).fill('12.5');
  await button(page, 'Find').click();
  await expect(page.getByText('A whole number from 0 to 999, please.')).toBeVisible();
});

/** Lets time pass until the text is gone: in steps so large that three of them do. */
async function expectGone(page: Page, text: Locator): Promise<void> {
  await expect.poll(async () => {
    await page.clock.runFor(1_000);
    return text.count();
  }).toBe(0);
}

test('A message goes after three seconds', async ({ page }) => {
  await open(page, '/tree');
  const before = await now(page);
  await button(page, 'Find').click();
  const message = page.getByText('A whole number from 0 to 999, please.');
  await expect(message).toBeVisible();
  await expectGone(page, message);
  expect(await now(page) - before).toBeGreaterThanOrEqual(3_000);
});

test('The timer of an earlier message hides no later one', { tag: '@defect' },
  async ({ page }) => {
    await open(page, '/tree', { tree: [] });
    await button(page, 'Find').click();
    await expect(page.getByText('A whole number from 0 to 999, please.')).toBeVisible();
    await page.clock.runFor(2_000);
    const before = await now(page);
    await button(page, 'Walk').click();
    const message = page.getByText('The tree is empty.');
    await expect(message).toBeVisible();
    await expectGone(page, message);
    expect(await now(page) - before).toBeGreaterThanOrEqual(3_000);
  });

// Queens

const boards = (page: Page): Locator => page.locator('.board');

test('Six queens are placed one by one', async ({ page }) => {
  await open(page, '/queens');
  await expectStep(page, 0, 198);
  await expect(boards(page).first().locator('.field')).toHaveCount(36);
  await sign(page, '▶').click();
  await expect(page.getByText('No queen above attacks this field')).toBeVisible();
  await expect(boards(page).first().getByText('♛')).toHaveCount(1);
  await sign(page, '▶').click();
  await expect(page.getByText('Attacked', { exact: true })).toBeVisible();
  await expect(boards(page).first().getByText('×')).toHaveCount(1);
  await finish(page);
  await expect(page.getByText('Finished', { exact: true })).toBeVisible();
  await expect(stat(page, 'Checks')).toHaveText('171');
  await expect(stat(page, 'Taken back')).toHaveText('25');
  await expect(stat(page, 'Solutions')).toHaveText('1');
});

test('All solutions of four queens are shown as small boards', async ({ page }) => {
  await open(page, '/queens');
  await page.getByRole('combobox').filter({ hasText: '8' }).selectOption('4');
  await page.getByLabel('All solutions').click();
  await expectStep(page, 0, 79);
  await finish(page);
  await expect(stat(page, 'Solutions')).toHaveText('2');
  await expect(stat(page, 'Checks')).toHaveText('60');
  await expect(boards(page)).toHaveCount(3);
  await expect(boards(page).last().getByText('♛')).toHaveCount(4);
});

test('A solution is shown from the step on that finds it', async ({ page }) => {
  await open(page, '/queens');
  await page.getByRole('combobox').filter({ hasText: '8' }).selectOption('4');
  await page.getByLabel('All solutions').click();
  await expectStep(page, 0, 79);
  await expect(stat(page, 'Solutions')).toHaveText('0');
  await expect(boards(page)).toHaveCount(1);
  await page.locator('.position').fill('40');
  await expect(stat(page, 'Solutions')).toHaveText('1');
  await expect(boards(page)).toHaveCount(2);
});

test('Finished queens are remembered', async ({ page }) => {
  await open(page, '/queens');
  await finish(page);
  await expect.poll(async () => (await kept(page, 'history') as Run[] | null)?.[0])
    .toMatchObject({ family: 'queens', algorithm: 'backtracking', details: '6 queens, 1 found' });
});

// The game of life

const patterns = (page: Page): Locator =>
  page.getByRole('combobox').filter({ hasText: 'Patterns...' });

test('The game of life starts with the gun and goes step by step', async ({ page }) => {
  await open(page, '/life');
  await expect(page.locator('canvas')).toHaveAttribute('width', '720');
  await expect(page.locator('canvas')).toHaveAttribute('height', '432');
  await expect(stat(page, 'Population')).toHaveText('36');
  await expect(stat(page, 'Generation')).toHaveText('0');
  await sign(page, '▶').click();
  await expect(stat(page, 'Generation')).toHaveText('1');
  await expect(stat(page, 'Population')).toHaveText('39');
});

test('Cells are born and die by the rules, and the peak is counted', async ({ page }) => {
  await open(page, '/life');
  await patterns(page).selectOption({ label: 'rPentomino' });
  await expect(stat(page, 'Population')).toHaveText('5');
  await expect(stat(page, 'Peak')).toHaveText('5');
  for (const population of ['6', '7', '9', '8']) {
    await sign(page, '▶').click();
    await expect(stat(page, 'Population')).toHaveText(population);
  }
  await expect(stat(page, 'Peak')).toHaveText('9');
});

test('The peak starts with the population', { tag: '@defect' }, async ({ page }) => {
  await open(page, '/life');
  await expect(stat(page, 'Peak')).toHaveText('36');
});

test('After a choice the patterns are called Patterns again', async ({ page }) => {
  await open(page, '/life');
  await patterns(page).selectOption({ label: 'glider' });
  await expect(stat(page, 'Population')).toHaveText('5');
  await expect(patterns(page).getByRole('option', { selected: true })).toHaveText('Patterns...');
  await sign(page, '▶').click();
  await expect(stat(page, 'Generation')).toHaveText('1');
  await patterns(page).selectOption({ label: 'glider' });
  await expect(stat(page, 'Generation')).toHaveText('0');
});

test('Play lets the game go until it is paused', async ({ page }) => {
  await open(page, '/life');
  await play(page).click();
  await expect(play(page)).toHaveText('Pause');
  await expect(sign(page, '▶')).toBeDisabled();
  await expect.poll(async () => {
    await page.clock.runFor(70);
    return Number(await stat(page, 'Generation').textContent());
  }).toBeGreaterThan(2);
  await play(page).click();
  await expect(play(page)).toHaveText('Play');
});

test('The game stops by itself when nothing lives', async ({ page }) => {
  await open(page, '/life');
  await button(page, 'Clear').click();
  await expect(stat(page, 'Population')).toHaveText('0');
  await play(page).click();
  await expect.poll(async () => {
    await page.clock.runFor(100);
    return (await play(page).textContent())?.trim();
  }).toBe('Play');
});

test('The mouse draws and erases cells, and Keep keeps them', async ({ page }) => {
  await open(page, '/life');
  await button(page, 'Clear').click();
  const canvas = page.locator('canvas');
  await canvas.hover({ position: { x: 18, y: 18 } });
  await page.mouse.down();
  await canvas.hover({ position: { x: 30, y: 18 } });
  await canvas.hover({ position: { x: 42, y: 18 } });
  await page.mouse.up();
  await expect(stat(page, 'Population')).toHaveText('3');
  await button(page, 'Keep').click();
  await canvas.click({ position: { x: 30, y: 18 } });
  await expect(stat(page, 'Population')).toHaveText('2');
  await page.reload();
  await expect(stat(page, 'Population')).toHaveText('3');
});

test('A random board has about the chosen density', async ({ page }) => {
  await open(page, '/life');
  await page.getByLabel(/^\s*Density/).fill('80');
  await button(page, 'Random').click();
  await expect.poll(async () => Number(await stat(page, 'Population').textContent()))
    .toBeGreaterThan(1_400);
});

test('Edges meet until that is switched off', async ({ page }) => {
  const board = Array.from({ length: 36 }, () => Array<boolean>(60).fill(false));
  [29, 30, 31].forEach(col => { board[0][col] = true; });
  await open(page, '/life', { life: board });
  await expect(stat(page, 'Population')).toHaveText('3');
  await page.getByLabel('Edges meet').click();
  await expect(page.getByLabel('Edges meet')).not.toBeChecked();
  await sign(page, '▶').click();
  await expect(stat(page, 'Population')).toHaveText('2');
});

test('The keys play the game of life too', async ({ page }) => {
  await open(page, '/life');
  await heading(page).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('ArrowRight');
  await expect(stat(page, 'Generation')).toHaveText('1');
  await page.keyboard.press('+');
  await expect(speed(page)).toHaveValue('6');
  await page.keyboard.press('Space');
  await expect(play(page)).toHaveText('Pause');
});

// All together

test('The keys of a page that was left do nothing', async ({ page }) => {
  await open(page, '/');
  await expect(cards(page)).toHaveCount(14);
  await page.getByRole('link', { name: 'Sorting race' }).click();
  await expect(page).toHaveURL(/\/sorting\/race$/);
  await page.locator('.sidebar').getByRole('link', { name: 'Queens' }).click();
  await expect(page).toHaveURL(/\/queens(?:\/\w+)?$/);
  await heading(page).click();
  for (const key of ['s', 'n']) {
    await page.keyboard.press(key);
    await page.clock.runFor(1_000);
    await expectStep(page, 0, 198);
    await expect(page).toHaveURL(/\/queens(?:\/\w+)?$/);
  }
});

test('A visitor plays algorithms of two families and sees them counted', async ({ page }) => {
  await open(page, '/', { grid: grid() });
  const panel = page.locator('.code-panel');
  await card(page, 'Quick sort').getByRole('link').click();
  await expect(panel.getByRole('heading', { name: 'Quick sort' })).toBeVisible();
  await page.locator('.tabs').getByRole('link', { name: 'Heap sort' }).click();
  await expect(panel.getByRole('heading', { name: 'Heap sort' })).toBeVisible();
  await useOwn(page, '5 3 8 1');
  await speed(page).fill('10');
  await play(page).click();
  await expect.poll(async () => {
    await page.clock.runFor(100);
    return play(page).textContent();
  }).toMatch(/Again/);
  await expect.poll(() => values(page)).toEqual([1, 3, 5, 8]);
  await page.locator('.sidebar').getByRole('link', { name: 'Path finding' }).click();
  await page.locator('.tabs').getByRole('link', { name: 'Greedy best first' }).click();
  await expect(panel.getByRole('heading', { name: 'Greedy best first' })).toBeVisible();
  await play(page).click();
  await expect(play(page)).toHaveText('Pause');
  await expect.poll(async () => {
    await page.clock.runFor(200);
    return play(page).textContent();
  }).toMatch(/Again/);
  await expect(stat(page, 'Cost')).toHaveText('12.0');
  await brand(page).click();
  await expect(stat(page, 'Finished runs')).toHaveText('2');
  await expect(stat(page, 'Algorithms tried')).toHaveText('2');
});
