// The errand book: what its users see and do. Written against the legacy source in React 15.
import { expect, test, type Locator, type Page } from '@playwright/test';

import plan from './walks/ToDoApp_ReactJS.json';
import { walks } from './walks/walk.ts';

test.use({ timezoneId: 'UTC', locale: 'en-US' });

interface Errand {
  id: number;
  title: string;
  priority: string;
  due: string;
  done: boolean;
  created: number;
}

const KEY = 'errand-book';

/** An errand as the old version saved it; the number is both its id and its age. */
function errand(number: number, title: string, changes: Partial<Errand> = {}): Errand {
  return {
    id: number, title, priority: 'normal', due: '', done: false, created: number, ...changes,
  };
}

/** From now on the page finds that text saved when it is opened first. */
async function save(page: Page, saved: string): Promise<void> {
  await page.addInitScript(([key, text]) => {
    if (!sessionStorage.getItem('seeded')) {
      sessionStorage.setItem('seeded', 'yes');
      localStorage.setItem(key, text);
    }
  }, [KEY, saved]);
}

async function load(page: Page, hash = ''): Promise<void> {
  await page.goto('/' + hash);
  await expect(page.getByRole('heading', { name: 'Errand book' })).toBeVisible();
}

/** Opens the page with that text saved, on a day in May 2024. */
async function openWithText(page: Page, saved: string | null, hash = ''): Promise<void> {
  await page.clock.install({ time: new Date('2024-05-15T12:00:00Z') });
  if (saved !== null) await save(page, saved);
  await load(page, hash);
}

async function open(page: Page, errands: Errand[], hash = ''): Promise<void> {
  await openWithText(page, JSON.stringify(errands), hash);
}

const newTitle = (page: Page): Locator => page.getByPlaceholder('A new errand');
const priority = (page: Page): Locator => page.getByLabel(/^\s*Priority/).first();
const due = (page: Page): Locator => page.getByLabel(/^\s*Due/).first();
const order = (page: Page): Locator =>
  page.getByRole('combobox').filter({ hasText: 'By due date' });
const row = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ hasText: title });
const editor = (page: Page): Locator => page.getByRole('listitem').getByRole('textbox');
const link = (page: Page, name: string): Locator =>
  page.getByRole('link', { name: new RegExp('^\\s*' + name + '\\s*\\(') });
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo' });

async function remove(page: Page, title: string): Promise<void> {
  await row(page, title).getByRole('button').click();
}

async function add(page: Page, title: string): Promise<void> {
  await newTitle(page).fill(title);
  await page.getByRole('button', { name: 'Add' }).click();
}

/** Of these titles, those on the page, from top to bottom. */
async function expectOrder(page: Page, titles: string[]): Promise<void> {
  const shown = async (): Promise<string[]> => {
    const texts = await page.getByRole('listitem').allTextContents();
    return texts.map(text => titles.find(title => text.includes(title)) ?? text);
  };
  await expect.poll(shown).toEqual(titles);
}

async function saved(page: Page): Promise<Errand[]> {
  return page.evaluate(key => JSON.parse(localStorage.getItem(key) ?? '[]'), KEY);
}

async function expectSaved(page: Page, titles: string[]): Promise<void> {
  await expect.poll(async () => (await saved(page)).map(each => each.title)).toEqual(titles);
}

test('Errands are added, ticked, edited, filtered, removed, taken back and found after a reload',
  async ({ page }) => {
    test.setTimeout(20_000);
    const number = 1000 + Math.floor(Math.random() * 9000);
    const [book, parcel, letter] = [`Book ${number}`, `Parcel ${number}`, `Letter ${number}`];
    await open(page, [errand(1, book)]);
    await newTitle(page).fill(parcel);
    await due(page).fill('2024-06-01');
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(row(page, parcel)).toContainText('due 2024-06-01');
    await row(page, book).getByRole('checkbox').click();
    await expect(page.locator('body')).toContainText(/1\s*of\s*2\s*to do/);
    await row(page, parcel).getByText(parcel).dblclick();
    await editor(page).fill(letter);
    await editor(page).press('Enter');
    await link(page, 'done').click();
    await expect(row(page, book)).toBeVisible();
    await expect(row(page, letter)).toHaveCount(0);
    await link(page, 'open').click();
    await expect(row(page, book)).toHaveCount(0);
    await remove(page, letter);
    await expect(row(page, letter)).toHaveCount(0);
    await undo(page).click();
    await expect(row(page, letter)).toBeVisible();
    await link(page, 'all').click();
    await expect(row(page, book)).toBeVisible();
    await page.reload();
    await expect(row(page, letter)).toContainText('due 2024-06-01');
    await expect(row(page, book).getByRole('checkbox')).toBeChecked();
  });

test('The page says Errand book and that everything is kept in this browser', async ({ page }) => {
  await open(page, []);
  await expect(page).toHaveTitle('Errand book');
  await expect(page.getByText('Everything is kept in this browser.')).toBeVisible();
});

test('The form takes a title of at most 80 characters, a normal priority and a date',
  async ({ page }) => {
    await open(page, []);
    await expect(priority(page)).toHaveValue('normal');
    await expect(priority(page).getByRole('option')).toHaveText(['high', 'normal', 'low']);
    await expect(due(page)).toHaveAttribute('type', 'date');
    await newTitle(page).fill('x'.repeat(79));
    await newTitle(page).pressSequentially('yz');
    await expect(newTitle(page)).toHaveValue('x'.repeat(79) + 'y');
    await expect(page.getByRole('button', { name: 'Add' })).toBeVisible();
  });

test('An added errand appears with its priority and its due date', async ({ page }) => {
  await open(page, []);
  await newTitle(page).fill('Fetch the parcel');
  await priority(page).selectOption('high');
  await due(page).fill('2024-06-01');
  await page.getByRole('button', { name: 'Add' }).click();
  const added = row(page, 'Fetch the parcel');
  await expect(added).toContainText('high');
  await expect(added).toContainText('due 2024-06-01');
  await expect(added.getByRole('checkbox')).not.toBeChecked();
});

test('Enter in the title adds the errand too', async ({ page }) => {
  await open(page, []);
  await newTitle(page).fill('Fetch the parcel');
  await newTitle(page).press('Enter');
  await expect(row(page, 'Fetch the parcel')).toBeVisible();
});

test('Spaces around a new title are cut off', async ({ page }) => {
  await open(page, []);
  await add(page, '   Fetch the parcel  ');
  await expectSaved(page, ['Fetch the parcel']);
});

test('A title without text shows the question what has to be done and adds nothing',
  async ({ page }) => {
    await open(page, []);
    await add(page, '   ');
    await expect(page.getByText('What has to be done?')).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await add(page, 'Fetch the parcel');
    await expect(row(page, 'Fetch the parcel')).toBeVisible();
    await expect(page.getByText('What has to be done?')).toBeHidden();
  });

test('The question what has to be done is an alert', { tag: '@defect' }, async ({ page }) => {
  await open(page, []);
  await add(page, '   ');
  await expect(page.getByRole('alert').filter({ hasText: 'What has to be done?' })).toBeVisible();
});

test('The title has the focus when the page opens', async ({ page }) => {
  await open(page, []);
  await expect(newTitle(page)).toBeFocused();
});

test('After adding the title has the focus, title and date are empty, the priority stays',
  async ({ page }) => {
    await open(page, []);
    await priority(page).selectOption('low');
    await due(page).fill('2024-06-01');
    await add(page, 'Fetch the parcel');
    await expect(row(page, 'Fetch the parcel')).toBeVisible();
    await expect(newTitle(page)).toBeFocused();
    await expect(newTitle(page)).toHaveValue('');
    await expect(due(page)).toHaveValue('');
    await expect(priority(page)).toHaveValue('low');
  });

const FOUR = [
  errand(1, 'Fetch the parcel', { due: '2024-05-14' }),
  errand(2, 'Pay the rent', { due: '2024-05-15' }),
  errand(3, 'Call the plumber', { done: true, due: '2024-05-01' }),
  errand(4, 'Water the roses', { due: '2024-05-16' }),
];

test('The four filter links show how many errands each has', async ({ page }) => {
  await open(page, FOUR);
  await expect(link(page, 'all')).toHaveText(/all\s*\(4\)/);
  await expect(link(page, 'open')).toHaveText(/open\s*\(3\)/);
  await expect(link(page, 'done')).toHaveText(/done\s*\(1\)/);
  await expect(link(page, 'overdue')).toHaveText(/overdue\s*\(1\)/);
});

test('Each filter link leads to its hash and shows its errands only', async ({ page }) => {
  await open(page, FOUR);
  await link(page, 'done').click();
  await expect(page).toHaveURL(/#\/done$/);
  await expectOrder(page, ['Call the plumber']);
  await link(page, 'open').click();
  await expect(page).toHaveURL(/#\/open$/);
  await expectOrder(page, ['Fetch the parcel', 'Pay the rent', 'Water the roses']);
  await link(page, 'overdue').click();
  await expect(page).toHaveURL(/#\/overdue$/);
  await expectOrder(page, ['Fetch the parcel']);
  await link(page, 'all').click();
  await expect(page).toHaveURL(/#\/all$/);
  await expectOrder(
    page, ['Fetch the parcel', 'Pay the rent', 'Water the roses', 'Call the plumber'],
  );
});

test('The link of the present filter alone has the class selected', async ({ page }) => {
  await open(page, FOUR);
  await expect(link(page, 'all')).toHaveClass(/\bselected\b/);
  await link(page, 'done').click();
  await expect(link(page, 'done')).toHaveClass(/\bselected\b/);
  await expect(link(page, 'all')).not.toHaveClass(/\bselected\b/);
});

test('The filter is read from the hash when the page opens', async ({ page }) => {
  await open(page, FOUR, '#/done');
  await expectOrder(page, ['Call the plumber']);
});

test('The filter follows the hash, and an unknown hash means all', async ({ page }) => {
  await open(page, FOUR, '#/nonsense');
  await expect(page.getByRole('checkbox')).toHaveCount(4);
  await page.evaluate(() => { window.location.hash = '#/overdue'; });
  await expectOrder(page, ['Fetch the parcel']);
  await page.evaluate(() => { window.location.hash = '#/else'; });
  await expect(page.getByRole('checkbox')).toHaveCount(4);
});

test('A change of the filter ends editing', async ({ page }) => {
  await open(page, FOUR);
  await row(page, 'Pay the rent').getByText('Pay the rent').dblclick();
  await expect(editor(page)).toHaveValue('Pay the rent');
  await page.evaluate(() => { window.location.hash = '#/open'; });
  await expect(editor(page)).toHaveCount(0);
  await expect(row(page, 'Pay the rent')).toBeVisible();
});

test('The sort select offers three orders and starts with Oldest first', async ({ page }) => {
  await open(page, FOUR);
  await expect(order(page).getByRole('option'))
    .toHaveText(['Oldest first', 'By priority', 'By due date']);
  await expect(order(page).getByRole('option', { selected: true })).toHaveText('Oldest first');
});

const MIXED = [
  errand(1, 'Aprons', { priority: 'low', due: '' }),
  errand(2, 'Bread', { priority: 'high', due: '2024-07-02', done: true }),
  errand(3, 'Candles', { priority: 'normal', due: '2024-06-30' }),
  errand(4, 'Dates', { priority: 'high', due: '2024-07-01' }),
];

test('Finished errands come last in every order', async ({ page }) => {
  await open(page, MIXED);
  await expectOrder(page, ['Aprons', 'Candles', 'Dates', 'Bread']);
  await order(page).selectOption({ label: 'By priority' });
  await expect(page.getByRole('listitem').filter({ hasText: /\w/ }).last()).toContainText('Bread');
  await order(page).selectOption({ label: 'By due date' });
  await expect(page.getByRole('listitem').filter({ hasText: /\w/ }).last()).toContainText('Bread');
});

test('Oldest first goes by the time of creation, not by the saved order', async ({ page }) => {
  await open(page, [MIXED[3], MIXED[0], MIXED[2]]);
  await expectOrder(page, ['Aprons', 'Candles', 'Dates']);
});

test('By priority shows high before normal before low', async ({ page }) => {
  await open(page, MIXED);
  await order(page).selectOption({ label: 'By priority' });
  await expectOrder(page, ['Dates', 'Candles', 'Aprons', 'Bread']);
});

test('By due date shows the earliest first and errands without a date after them',
  async ({ page }) => {
    await open(page, MIXED);
    await order(page).selectOption({ label: 'By due date' });
    await expectOrder(page, ['Candles', 'Dates', 'Aprons', 'Bread']);
  });

test('A row shows checkbox, title, priority, due date and a button to remove it',
  async ({ page }) => {
    await open(page, [errand(1, 'Pay the rent', { priority: 'high', due: '2024-06-01' }),
      errand(2, 'Water the roses', { priority: 'low' })]);
    const first = row(page, 'Pay the rent');
    await expect(first.getByRole('checkbox')).toBeVisible();
    await expect(first).toContainText('high');
    await expect(first).toContainText('due 2024-06-01');
    await expect(first.getByRole('button')).toHaveText(/^\s*[x×]\s*$/);
    await expect(row(page, 'Water the roses')).not.toContainText('due');
  });

test('A row carries the classes of its priority, of being done and of being overdue',
  async ({ page }) => {
    await open(page, [errand(1, 'Pay the rent', { priority: 'high', due: '2024-05-01' }),
      errand(2, 'Water the roses', { priority: 'low', done: true, due: '2024-05-01' })]);
    await expect(row(page, 'Pay the rent')).toHaveClass(/\bpriority-high\b/);
    await expect(row(page, 'Pay the rent')).toHaveClass(/\boverdue\b/);
    await expect(row(page, 'Pay the rent')).not.toHaveClass(/\bdone\b/);
    await expect(row(page, 'Water the roses')).toHaveClass(/\bpriority-low\b/);
    await expect(row(page, 'Water the roses')).toHaveClass(/\bdone\b/);
    await expect(row(page, 'Water the roses')).not.toHaveClass(/\boverdue\b/);
  });

test('Rows, links and heading have the colours of the style sheet', async ({ page }) => {
  await open(page, [errand(1, 'Pay the rent', { priority: 'high', due: '2024-05-01' }),
    errand(2, 'Water the roses', { priority: 'low', done: true })]);
  const [late, done] = [row(page, 'Pay the rent'), row(page, 'Water the roses')];
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 243, 236)');
  await expect(page.getByRole('heading', { name: 'Errand book' }))
    .toHaveCSS('color', 'rgb(122, 75, 42)');
  await expect(page.locator('.todo-form').first()).toHaveCSS('display', 'flex');
  await expect(link(page, 'all')).toHaveCSS('font-weight', '700');
  await expect(link(page, 'open')).toHaveCSS('color', 'rgb(122, 75, 42)');
  await expect(late).toHaveCSS('border-left-color', 'rgb(196, 85, 45)');
  await expect(late.getByText(/^\s*due\s+2024-05-01\s*$/)).toHaveCSS('color', 'rgb(176, 42, 30)');
  await expect(done).toHaveCSS('border-left-color', 'rgb(185, 196, 165)');
  await expect(done.getByText('Water the roses', { exact: true }))
    .toHaveCSS('color', 'rgb(168, 160, 153)');
});

test('Checkbox, remove button and sort select have a name of a word or more',
  { tag: '@defect' }, async ({ page }) => {
    await open(page, [errand(1, 'Pay the rent')]);
    await expect(row(page, 'Pay the rent').getByRole('checkbox')).toHaveAccessibleName(/\w{2}/);
    await expect(row(page, 'Pay the rent').getByRole('button')).toHaveAccessibleName(/\w{2}/);
    await expect(order(page)).toHaveAccessibleName(/\w{2}/);
  });

test('An errand is overdue when it is open and its due date lies before today', async ({ page }) => {
  await open(page, FOUR, '#/overdue');
  await expectOrder(page, ['Fetch the parcel']);
  await row(page, 'Fetch the parcel').getByRole('checkbox').click();
  await expect(page.getByText('Nothing to show here.')).toBeVisible();
});

test('Ticking an errand marks it as done, and ticking it again opens it', async ({ page }) => {
  await open(page, [errand(1, 'Pay the rent'), errand(2, 'Water the roses')]);
  await row(page, 'Pay the rent').getByRole('checkbox').click();
  await expect(row(page, 'Pay the rent').getByRole('checkbox')).toBeChecked();
  await expect(link(page, 'done')).toHaveText(/\(1\)/);
  await expectOrder(page, ['Water the roses', 'Pay the rent']);
  await row(page, 'Pay the rent').getByRole('checkbox').click();
  await expect(row(page, 'Pay the rent').getByRole('checkbox')).not.toBeChecked();
  await expect(link(page, 'done')).toHaveText(/\(0\)/);
});

test('In a filtered and sorted list each action reaches the errand of its row',
  async ({ page }) => {
    await open(page, MIXED, '#/open');
    await order(page).selectOption({ label: 'By priority' });
    await expectOrder(page, ['Dates', 'Candles', 'Aprons']);
    await row(page, 'Candles').getByText('Candles').dblclick();
    await editor(page).fill('Lanterns');
    await editor(page).press('Enter');
    await expect(row(page, 'Lanterns')).toBeVisible();
    await row(page, 'Dates').getByRole('checkbox').click();
    await expect(row(page, 'Dates')).toHaveCount(0);
    await remove(page, 'Aprons');
    await expect(row(page, 'Aprons')).toHaveCount(0);
    await expect(row(page, 'Lanterns')).toBeVisible();
    const kept = async (): Promise<string[]> =>
      (await saved(page)).map(each => `${each.title} ${each.done}`).sort();
    await expect.poll(kept).toEqual(['Bread true', 'Dates true', 'Lanterns false']);
  });

test('The focus stays on an errand when one above it goes away', { tag: '@defect' },
  async ({ page, context }) => {
    const all = [errand(1, 'Aprons'), errand(2, 'Bread'), errand(3, 'Candles')];
    await open(page, all);
    const other = await context.newPage();
    await other.goto('/');
    await row(page, 'Candles').getByRole('checkbox').focus();
    await expect(row(page, 'Candles').getByRole('checkbox')).toBeFocused();
    await remove(other, 'Aprons');
    await expect(row(page, 'Aprons')).toHaveCount(0);
    await expect(row(page, 'Candles').getByRole('checkbox')).toBeFocused();
  });

test('A double click edits a title, and Enter saves it without spaces around it',
  async ({ page }) => {
    await open(page, [errand(1, 'Pay the rent'), errand(2, 'Water the roses')]);
    await page.getByText('Pay the rent').dblclick();
    await expect(editor(page)).toHaveValue('Pay the rent');
    await editor(page).fill('  Pay the rent twice ');
    await editor(page).press('Enter');
    await expect(editor(page)).toHaveCount(0);
    await expectSaved(page, ['Pay the rent twice', 'Water the roses']);
  });

test('Leaving the edit field saves the text', async ({ page }) => {
  await open(page, [errand(1, 'Pay the rent')]);
  await page.getByText('Pay the rent').dblclick();
  await editor(page).fill('Pay the bill');
  await newTitle(page).click();
  await expect(editor(page)).toHaveCount(0);
  await expect(row(page, 'Pay the bill')).toBeVisible();
});

test('Two errands that are edited one after the other get each their own text',
  async ({ page }) => {
    await open(page, [errand(1, 'Pay the rent'), errand(2, 'Water the roses')]);
    await page.getByText('Pay the rent').dblclick();
    await editor(page).fill('Pay the bill');
    await page.getByText('Water the roses').dblclick();
    await expect(editor(page)).toHaveValue('Water the roses');
    await editor(page).fill('Water the lilies');
    await editor(page).press('Enter');
    await expect(editor(page)).toHaveCount(0);
    await expectSaved(page, ['Pay the bill', 'Water the lilies']);
  });

test('Escape leaves the title as it was', async ({ page }) => {
  await open(page, [errand(1, 'Pay the rent')]);
  await page.getByText('Pay the rent').dblclick();
  await editor(page).fill('Something else');
  await editor(page).press('Escape');
  await expect(editor(page)).toHaveCount(0);
  await expect(row(page, 'Pay the rent')).toBeVisible();
  await page.getByText('Pay the rent').dblclick();
  await expect(editor(page)).toHaveValue('Pay the rent');
});

test('The edit field has the focus, with the caret behind the text', async ({ page }) => {
  await open(page, [errand(1, 'Pay the rent')]);
  await page.getByText('Pay the rent').dblclick();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('!');
  await expect(editor(page)).toHaveValue('Pay the rent!');
});

test('Saving an emptied title removes the errand, and Undo is offered', async ({ page }) => {
  await open(page, [errand(1, 'Pay the rent'), errand(2, 'Water the roses')]);
  await page.getByText('Pay the rent').dblclick();
  await editor(page).fill('   ');
  await editor(page).press('Enter');
  await expectSaved(page, ['Water the roses']);
  await expect(undo(page)).toBeVisible();
});

test('A removed errand is named with a button Undo', async ({ page }) => {
  await open(page, FOUR);
  await remove(page, 'Pay the rent');
  await expect(row(page, 'Pay the rent').getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByText(/Removed ["“]Pay the rent["”]\./)).toBeVisible();
  await expect(undo(page)).toBeVisible();
});

test('Undo is offered for six seconds', async ({ page }) => {
  await open(page, FOUR);
  await remove(page, 'Pay the rent');
  await expect(undo(page)).toBeVisible();
  await page.clock.runFor(4500);
  await expect(undo(page)).toBeVisible();
  await page.clock.runFor(2500);
  await expect(undo(page)).toBeHidden();
});

test('Undo puts the errand back at its place in the list', async ({ page }) => {
  await open(page, [errand(1, 'Aprons'), errand(2, 'Bread'), errand(3, 'Candles')]);
  await remove(page, 'Bread');
  await expectSaved(page, ['Aprons', 'Candles']);
  await undo(page).click();
  await expect(undo(page)).toBeHidden();
  await expectOrder(page, ['Aprons', 'Bread', 'Candles']);
  await expectSaved(page, ['Aprons', 'Bread', 'Candles']);
});

test('Undo brings an errand back as it was, also one whose title was emptied',
  async ({ page }) => {
    await open(page, [errand(1, 'Aprons'),
      errand(2, 'Bread', { priority: 'high', due: '2024-06-01' }), errand(3, 'Candles')]);
    await page.getByText('Bread').dblclick();
    await editor(page).fill('');
    await editor(page).press('Enter');
    await undo(page).click();
    await expect(undo(page)).toBeHidden();
    await expect(row(page, 'Bread')).toContainText('high');
    await expect(row(page, 'Bread')).toContainText('due 2024-06-01');
    await expectSaved(page, ['Aprons', 'Bread', 'Candles']);
    await row(page, 'Bread').getByRole('checkbox').click();
    await expect(row(page, 'Bread').getByRole('checkbox')).toBeChecked();
    await remove(page, 'Bread');
    await undo(page).click();
    await expect(row(page, 'Bread').getByRole('checkbox')).toBeChecked();
  });

test('The Undo of a second removal has its own six seconds', { tag: '@defect' },
  async ({ page }) => {
    await open(page, FOUR);
    await remove(page, 'Pay the rent');
    await expect(undo(page)).toBeVisible();
    await page.clock.runFor(4000);
    await remove(page, 'Water the roses');
    await expect(page.getByText(/Removed ["“]Water the roses["”]/)).toBeVisible();
    await page.clock.runFor(3500);
    await expect(undo(page)).toBeVisible();
  });

test('Sorting leaves the saved list as it is', { tag: '@defect' }, async ({ page }) => {
  await open(page, [MIXED[0], MIXED[2], MIXED[3]]);
  await order(page).selectOption({ label: 'By priority' });
  await expectOrder(page, ['Dates', 'Candles', 'Aprons']);
  await row(page, 'Dates').getByRole('checkbox').click();
  await expect.poll(async () => (await saved(page)).filter(each => each.done).length).toBe(1);
  await expectSaved(page, ['Aprons', 'Candles', 'Dates']);
});

test('The footer says how many errands are still to do', async ({ page }) => {
  await open(page, FOUR);
  await expect(page.locator('body')).toContainText(/3\s*of\s*4\s*to do/);
  await row(page, 'Pay the rent').getByRole('checkbox').click();
  await expect(page.locator('body')).toContainText(/2\s*of\s*4\s*to do/);
});

test('The hint on editing stands there while there are errands', async ({ page }) => {
  await open(page, [errand(1, 'Pay the rent')]);
  const hint = page.getByText(/Double-click an errand to change it\. Enter saves, Escape cancels,/);
  await expect(hint).toBeVisible();
  await remove(page, 'Pay the rent');
  await expect(hint).toBeHidden();
  await expect(page.locator('body')).not.toContainText('to do');
});

test('Remove finished is offered only when something is done', async ({ page }) => {
  await open(page, [errand(1, 'Pay the rent')]);
  const button = page.getByRole('button', { name: 'Remove finished' });
  await expect(row(page, 'Pay the rent')).toBeVisible();
  await expect(button).toBeHidden();
  await row(page, 'Pay the rent').getByRole('checkbox').click();
  await expect(button).toBeVisible();
});

test('Remove finished asks first and then removes all finished errands', async ({ page }) => {
  await open(page, FOUR);
  let question = '';
  page.once('dialog', dialog => {
    question = dialog.message();
    void dialog.accept();
  });
  await page.getByRole('button', { name: 'Remove finished' }).click();
  await expectSaved(page, ['Fetch the parcel', 'Pay the rent', 'Water the roses']);
  expect(question).toBe('Remove all finished errands?');
});

test('Remove finished removes nothing when the question is answered with no', async ({ page }) => {
  await open(page, FOUR);
  let asked = 0;
  page.on('dialog', dialog => {
    asked += 1;
    void dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Remove finished' }).click();
  await expect.poll(() => asked).toBe(1);
  await expect(page.getByRole('checkbox')).toHaveCount(4);
});

test('Nothing to show here stands where no errand matches', async ({ page }) => {
  await open(page, []);
  await expect(page.getByText('Nothing to show here.')).toBeVisible();
  await add(page, 'Pay the rent');
  await expect(page.getByText('Nothing to show here.')).toBeHidden();
  await link(page, 'done').click();
  await expect(page.getByText('Nothing to show here.')).toBeVisible();
});

test('Errands are still there after a reload', async ({ page }) => {
  await open(page, []);
  await add(page, 'Pay the rent');
  await add(page, 'Water the roses');
  await row(page, 'Pay the rent').getByRole('checkbox').click();
  await expect(row(page, 'Pay the rent').getByRole('checkbox')).toBeChecked();
  await page.reload();
  await expectOrder(page, ['Water the roses', 'Pay the rent']);
  await expect(row(page, 'Pay the rent').getByRole('checkbox')).toBeChecked();
});

test('A saved errand has the fields of the old version', async ({ page }) => {
  await open(page, []);
  await priority(page).selectOption('low');
  await due(page).fill('2024-06-01');
  await add(page, 'Pay the rent');
  await expect.poll(async () => (await saved(page)).length).toBe(1);
  const [first] = await saved(page);
  expect(first).toMatchObject(
    { title: 'Pay the rent', priority: 'low', due: '2024-06-01', done: false },
  );
  expect(typeof first.id).toBe('number');
  expect(typeof first.created).toBe('number');
});

test('Saved text that is no JSON gives an empty list that can be used', async ({ page }) => {
  await openWithText(page, '{broken');
  await expect(page.getByText('Nothing to show here.')).toBeVisible();
  await add(page, 'Pay the rent');
  await expect(row(page, 'Pay the rent')).toBeVisible();
});

test('A change in another tab appears in this one', async ({ page, context }) => {
  await open(page, [errand(1, 'Pay the rent')]);
  const other = await context.newPage();
  await other.goto('/');
  await add(other, 'Water the roses');
  await expect(row(page, 'Water the roses')).toBeVisible();
});

/** Walks beside the source; no two errands are equal in any order. */
async function walk(page: Page, group: number): Promise<void> {
  await save(page, JSON.stringify([
    errand(1, 'Renew the passport', { priority: 'high', due: '2024-05-20' }),
    errand(2, 'Call the dentist', { priority: 'low', due: '2024-05-02', done: true }),
    errand(3, 'Return the drill', { due: '2024-05-13' }),
  ]));
  await walks(page, plan, group, opened => load(opened));
}

test('Walks: 50 of two or three steps', async ({ page }) => walk(page, 1));
test('Walks: 50 of three or four steps', async ({ page }) => walk(page, 2));
test('Walks: 50 of four or five steps', async ({ page }) => walk(page, 3));
test('Walks: 50 of six steps', async ({ page }) => walk(page, 4));
