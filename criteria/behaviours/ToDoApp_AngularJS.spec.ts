// Daily tasks: what its users see and do. Written against the legacy source in AngularJS 1.4.
import { expect, test, type Locator, type Page } from '@playwright/test';

import plan from './walks/ToDoApp_AngularJS.json';
import { walks } from './walks/walk.ts';

test.use({ timezoneId: 'UTC', locale: 'en-US' });

interface Task {
  id: number;
  title: string;
  priority: number;
  due: string | null;
  done: boolean;
  createdAt: number;
}

const KEY = 'daily-tasks';

/** A task as the old version saved it; the number is both its id and its age. */
function task(number: number, title: string, changes: Partial<Task> = {}): Task {
  return { id: number, title, priority: 2, due: null, done: false, createdAt: number, ...changes };
}

const WEDNESDAY = new Date('2024-05-15T12:00:00Z');

/** From now on the page finds that text saved when it is opened first. */
async function save(page: Page, saved: string): Promise<void> {
  await page.addInitScript(([key, text]) => {
    if (!sessionStorage.getItem('seeded')) {
      sessionStorage.setItem('seeded', 'yes');
      localStorage.setItem(key, text);
    }
  }, [KEY, saved]);
}

async function load(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Daily Tasks' })).toBeVisible();
}

/** Opens the page with that text saved, on a Wednesday in May 2024. */
async function openWithText(page: Page, saved: string): Promise<void> {
  await page.clock.install({ time: WEDNESDAY });
  await save(page, saved);
  await load(page);
}

async function open(page: Page, tasks: Task[]): Promise<void> {
  await openWithText(page, JSON.stringify(tasks));
}

const newTitle = (page: Page): Locator => page.getByPlaceholder('What has to be done?');
const newForm = (page: Page): Locator => page.locator('form').filter({ has: newTitle(page) });
const newPriority = (page: Page): Locator => newForm(page).getByRole('combobox');
const newDue = (page: Page): Locator => newForm(page).locator('input[type=date]');
const addButton = (page: Page): Locator =>
  newForm(page).getByRole('button', { name: 'Add', exact: true });
const row = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ hasText: title });
const editedTitle = (page: Page): Locator =>
  page.getByRole('listitem').locator('input:not([type=date]):not([type=checkbox]), textarea');
const editor = (page: Page): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Save' }) });
const allDone = (page: Page): Locator => page.getByLabel('All done');
const tab = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const search = (page: Page): Locator => page.getByRole('searchbox');
const order = (page: Page): Locator => page.getByRole('combobox').filter({ hasText: 'By title' });

async function edit(page: Page, title: string): Promise<void> {
  await row(page, title).getByRole('button', { name: /Edit/ }).click();
}

async function remove(page: Page, title: string): Promise<void> {
  await row(page, title).getByRole('button').last().click();
}

async function add(page: Page, title: string): Promise<void> {
  await newTitle(page).fill(title);
  await addButton(page).click();
}

/** Answers the next question and tells its text. */
function answer(page: Page, accept: boolean): Promise<string> {
  return new Promise(resolve => {
    page.once('dialog', dialog => {
      void (accept ? dialog.accept() : dialog.dismiss());
      resolve(dialog.message());
    });
  });
}

/** Of these titles, those on the page, from top to bottom. */
async function expectOrder(page: Page, titles: string[]): Promise<void> {
  const shown = async (): Promise<string[]> => {
    const texts = await page.getByRole('listitem').allTextContents();
    return texts.map(text => titles.find(title => text.includes(title)) ?? text);
  };
  await expect.poll(shown).toEqual(titles);
}

async function saved(page: Page): Promise<Task[]> {
  return page.evaluate(key => JSON.parse(localStorage.getItem(key) ?? '[]'), KEY);
}

/** Who has which title, by the tasks' ids. */
async function expectTitles(page: Page, titles: Record<number, string>): Promise<void> {
  const byId = async (): Promise<Record<number, string>> =>
    Object.fromEntries((await saved(page)).map(each => [each.id, each.title]));
  await expect.poll(byId).toEqual(titles);
}

async function expectSaved(page: Page, titles: string[]): Promise<void> {
  await expect.poll(async () => (await saved(page)).map(each => each.title)).toEqual(titles);
}

test('A first visitor adds, edits, ticks, finds and deletes tasks, and the rest is there later',
  async ({ page }) => {
    const stamps = `Buy ${1000 + Math.floor(Math.random() * 9000)} stamps`;
    const parcels = stamps.replace('stamps', 'parcels');
    await page.clock.install({ time: WEDNESDAY });
    await page.goto('/');
    await expect(page.getByText('Your list is empty. Add the first task above.')).toBeVisible();
    await newPriority(page).selectOption({ label: 'High' });
    await newDue(page).fill('2024-05-16');
    await add(page, stamps);
    await expect(row(page, stamps)).toContainText('High');
    await expect(row(page, stamps)).toContainText('Tomorrow');
    await newTitle(page).fill('Mow the lawn');
    await newTitle(page).press('Enter');
    await expect(row(page, 'Mow the lawn')).toContainText('Normal');
    await add(page, 'answer Kim');
    await expectOrder(page, [stamps, 'Mow the lawn', 'answer Kim']);
    await edit(page, stamps);
    await editedTitle(page).fill(parcels);
    await editor(page).getByRole('combobox').selectOption({ label: 'Low' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, parcels)).toContainText('Low');
    await row(page, 'Mow the lawn').getByRole('checkbox').click();
    await expect(page.getByText('2 tasks left')).toBeVisible();
    await tab(page, 'Open').click();
    await expectOrder(page, [parcels, 'answer Kim']);
    await tab(page, 'All').click();
    await search(page).fill(parcels.slice(4, 8));
    await expectOrder(page, [parcels]);
    await search(page).fill('');
    await order(page).selectOption({ label: 'By title' });
    await expectOrder(page, ['answer Kim', parcels, 'Mow the lawn']);
    const question = answer(page, true);
    await remove(page, 'answer Kim');
    await question;
    await expectOrder(page, [parcels, 'Mow the lawn']);
    await page.getByRole('button', { name: 'Clear done' }).click();
    await expect(page.getByText('1 of 1 shown')).toBeVisible();
    await expectSaved(page, [parcels]);
    await page.reload();
    await expect(page.getByText('1 task left')).toBeVisible();
    await expectOrder(page, [parcels]);
    await expect(row(page, parcels)).toContainText('Low');
    await expect(row(page, parcels)).toContainText('Tomorrow');
  });

test('The summary counts the tasks that are left', async ({ page }) => {
  await open(page, [task(1, 'Buy stamps'), task(2, 'Mow the lawn')]);
  await expect(page.getByText('2 tasks left')).toBeVisible();
  await row(page, 'Buy stamps').getByRole('checkbox').click();
  await expect(page.getByText('1 task left')).toBeVisible();
  await row(page, 'Mow the lawn').getByRole('checkbox').click();
  await expect(page.getByText('Nothing left to do')).toBeVisible();
});

test('The form has a title, a priority that starts as Normal, a due date and Add',
  async ({ page }) => {
    await open(page, []);
    await expect(newTitle(page)).toBeVisible();
    await expect(newPriority(page).getByRole('option')).toHaveText(['High', 'Normal', 'Low']);
    await expect(newPriority(page).getByRole('option', { selected: true })).toHaveText('Normal');
    await expect(newDue(page)).toBeVisible();
    await expect(addButton(page)).toBeEnabled();
  });

// The source asks for it by autofocus, but its page is still hidden when the browser looks.
test('The title has the focus when the page opens', { tag: '@defect' }, async ({ page }) => {
  await open(page, []);
  await expect(newTitle(page)).toBeFocused();
});

test('An added task appears with the name of its priority and its due date', async ({ page }) => {
  await open(page, []);
  await newPriority(page).selectOption({ label: 'High' });
  await newDue(page).fill('2024-06-01');
  await add(page, 'Buy stamps');
  await expect(row(page, 'Buy stamps')).toContainText('High');
  await expect(row(page, 'Buy stamps')).toContainText('Jun 1');
});

test('Enter in the title adds the task too', async ({ page }) => {
  await open(page, []);
  await newTitle(page).fill('Buy stamps');
  await newTitle(page).press('Enter');
  await expect(row(page, 'Buy stamps')).toBeVisible();
});

test('A new title is trimmed', async ({ page }) => {
  await open(page, []);
  await add(page, '  Buy stamps  ');
  await expectSaved(page, ['Buy stamps']);
});

test('A blank title adds nothing', async ({ page }) => {
  await open(page, [task(1, 'Buy stamps')]);
  await newTitle(page).fill('   ');
  await newTitle(page).press('Enter');
  await add(page, 'Mow the lawn');
  await expectSaved(page, ['Buy stamps', 'Mow the lawn']);
});

test('After adding, title, priority and date of the form are as at the start', async ({ page }) => {
  await open(page, []);
  await newPriority(page).selectOption({ label: 'Low' });
  await newDue(page).fill('2024-06-01');
  await add(page, 'Buy stamps');
  await expect(row(page, 'Buy stamps')).toBeVisible();
  await expect(newTitle(page)).toHaveValue('');
  await expect(newPriority(page).getByRole('option', { selected: true })).toHaveText('Normal');
  await expect(newDue(page)).toHaveValue('');
});

test('A title of more than 80 characters disables Add and is complained of', async ({ page }) => {
  await open(page, []);
  const complaint = page.getByText('A title has at most 80 characters.');
  await newTitle(page).fill('x'.repeat(80));
  await expect(addButton(page)).toBeEnabled();
  await expect(complaint).toBeHidden();
  await newTitle(page).fill('x'.repeat(81));
  await expect(addButton(page)).toBeDisabled();
  await expect(complaint).toBeVisible();
});

test('All done marks every task, and unmarks every task', async ({ page }) => {
  await open(page, [task(1, 'Buy stamps', { done: true }), task(2, 'Mow the lawn')]);
  await allDone(page).click();
  await expect(row(page, 'Buy stamps').getByRole('checkbox')).toBeChecked();
  await expect(row(page, 'Mow the lawn').getByRole('checkbox')).toBeChecked();
  await allDone(page).click();
  await expect(row(page, 'Buy stamps').getByRole('checkbox')).not.toBeChecked();
  await expect(row(page, 'Mow the lawn').getByRole('checkbox')).not.toBeChecked();
});

test('An added task takes the tick from All done', async ({ page }) => {
  await open(page, [task(1, 'Buy stamps')]);
  await allDone(page).click();
  await expect(allDone(page)).toBeChecked();
  await add(page, 'Mow the lawn');
  await expect(allDone(page)).not.toBeChecked();
});

test('Clear done takes the tick from All done', async ({ page }) => {
  await open(page, [task(1, 'Buy stamps'), task(2, 'Mow the lawn')]);
  await allDone(page).click();
  await expect(allDone(page)).toBeChecked();
  await row(page, 'Buy stamps').getByRole('checkbox').click();
  await expect(row(page, 'Buy stamps').getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('button', { name: 'Clear done' }).click();
  await expectSaved(page, ['Buy stamps']);
  await expect(allDone(page)).not.toBeChecked();
});

test('All done is ticked with the last open task, and not when one is open again',
  { tag: '@defect' }, async ({ page }) => {
    await open(page, [task(1, 'Buy stamps'), task(2, 'Mow the lawn')]);
    await row(page, 'Buy stamps').getByRole('checkbox').click();
    await expect(row(page, 'Buy stamps').getByRole('checkbox')).toBeChecked();
    await expect(allDone(page)).not.toBeChecked();
    await row(page, 'Mow the lawn').getByRole('checkbox').click();
    await expect(allDone(page)).toBeChecked();
    await row(page, 'Buy stamps').getByRole('checkbox').click();
    await expect(allDone(page)).not.toBeChecked();
  });

test('All done is ticked from the start when every saved task is done', { tag: '@defect' },
  async ({ page }) => {
    await open(page, [task(1, 'Buy stamps', { done: true }), task(2, 'Rake', { done: true })]);
    await expect(allDone(page)).toBeChecked();
  });

test('All done is ticked when the only open task is deleted', { tag: '@defect' },
  async ({ page }) => {
    await open(page, [task(1, 'Buy stamps', { done: true }), task(2, 'Mow the lawn')]);
    await expect(allDone(page)).not.toBeChecked();
    const question = answer(page, true);
    await remove(page, 'Mow the lawn');
    await question;
    await expect(allDone(page)).toBeChecked();
  });

const THREE = [
  task(1, 'Mow the lawn', { priority: 3 }),
  task(2, 'Buy stamps', { priority: 1, done: true }),
  task(3, 'answer Kim', { priority: 2 }),
];

test('The tabs All, Open and Done choose the tasks by their state', async ({ page }) => {
  await open(page, THREE);
  await expectOrder(page, ['Mow the lawn', 'Buy stamps', 'answer Kim']);
  await tab(page, 'Open').click();
  await expectOrder(page, ['Mow the lawn', 'answer Kim']);
  await tab(page, 'Done').click();
  await expectOrder(page, ['Buy stamps']);
  await tab(page, 'All').click();
  await expectOrder(page, ['Mow the lawn', 'Buy stamps', 'answer Kim']);
});

test('All done is not ticked while tab or search hide the open tasks', async ({ page }) => {
  await open(page, THREE);
  await tab(page, 'Done').click();
  await expectOrder(page, ['Buy stamps']);
  await expect(allDone(page)).not.toBeChecked();
  await search(page).fill('lawn');
  await expect(page.getByText('No task matches.')).toBeVisible();
  await expect(allDone(page)).not.toBeChecked();
});

test('All done marks the tasks too that tab and search hide', async ({ page }) => {
  await open(page, THREE);
  await tab(page, 'Open').click();
  await search(page).fill('kim');
  await expectOrder(page, ['answer Kim']);
  await allDone(page).click();
  await expect(page.getByText('Nothing left to do')).toBeVisible();
  await expect.poll(async () => (await saved(page)).map(each => each.done))
    .toEqual([true, true, true]);
});

test('The chosen tab alone tells by aria-pressed that it is chosen', { tag: '@defect' },
  async ({ page }) => {
    await open(page, THREE);
    await expect(tab(page, 'All')).toHaveAttribute('aria-pressed', 'true');
    await expect(tab(page, 'Done')).not.toHaveAttribute('aria-pressed', 'true');
    await tab(page, 'Done').click();
    await expect(tab(page, 'Done')).toHaveAttribute('aria-pressed', 'true');
    await expect(tab(page, 'All')).not.toHaveAttribute('aria-pressed', 'true');
  });

test('Every field, select and checkbox and the button of deleting has a name',
  { tag: '@defect' }, async ({ page }) => {
    await open(page, THREE);
    await edit(page, 'Mow the lawn');
    await expect(editedTitle(page)).toBeVisible();
    const fields = page.locator('input:visible, select:visible, textarea:visible');
    for (const field of await fields.all()) await expect(field).toHaveAccessibleName(/\w/);
    const deleting = row(page, 'Buy stamps').getByRole('button').last();
    await expect(deleting).toHaveAccessibleName(/\w/);
  });

test('The chosen tab alone has the class active', async ({ page }) => {
  await open(page, THREE);
  await expect(tab(page, 'All')).toHaveClass(/\bactive\b/);
  await tab(page, 'Done').click();
  await expect(tab(page, 'Done')).toHaveClass(/\bactive\b/);
  await expect(tab(page, 'All')).not.toHaveClass(/\bactive\b/);
});

test('The search finds titles without regard to case', async ({ page }) => {
  await open(page, THREE);
  await search(page).fill('KIM');
  await expectOrder(page, ['answer Kim']);
  await search(page).fill('s');
  await expectOrder(page, ['Buy stamps', 'answer Kim']);
  await search(page).fill('');
  await expectOrder(page, ['Mow the lawn', 'Buy stamps', 'answer Kim']);
});

test('The search takes a dot, a bracket and other signs as they are', async ({ page }) => {
  const titles = ['Buy 2.5 kg flour', 'Call Kim [urgent]', 'Read C++ (part 1', 'Ask *who?*'];
  await open(page, titles.map((title, index) => task(index + 1, title)));
  await expectOrder(page, titles);
  for (const [index, signs] of ['.', '[', '+(', '*?'].entries()) {
    for (const sign of signs) {
      await search(page).fill(sign);
      await expectOrder(page, [titles[index]]);
    }
  }
  await search(page).fill('k.m');
  await expect(page.getByText('No task matches.')).toBeVisible();
});

test('A leading exclamation mark is searched for as any other sign', { tag: '@defect' },
  async ({ page }) => {
    await open(page, [task(1, 'Pay the rent!'), task(2, 'Call Kim'), task(3, '!important')]);
    await search(page).fill('!');
    await expectOrder(page, ['Pay the rent!', '!important']);
    await search(page).fill('!IM');
    await expectOrder(page, ['!important']);
    await search(page).fill('!call');
    await expect(page.getByText('No task matches.')).toBeVisible();
  });

test('The search looks at titles only', async ({ page }) => {
  await open(page, THREE);
  await search(page).fill('High');
  await expect(page.getByText('No task matches.')).toBeVisible();
});

test('The search box tells what is searched for, also after the list was empty',
  async ({ page }) => {
    await open(page, [task(1, 'Buy stamps')]);
    await search(page).fill('stamps');
    await expectOrder(page, ['Buy stamps']);
    const question = answer(page, true);
    await remove(page, 'Buy stamps');
    await question;
    await expect(page.getByText('Your list is empty. Add the first task above.')).toBeVisible();
    await add(page, 'Mow the lawn');
    await expect(search(page)).toBeVisible();
    await expect.poll(async () => {
      const wanted = (await search(page).inputValue()).toLowerCase();
      return await row(page, 'Mow the lawn').count() === Number('mow the lawn'.includes(wanted));
    }).toBe(true);
  });

test('The list starts with the oldest task and can start with the newest', async ({ page }) => {
  await open(page, [THREE[1], THREE[2], THREE[0]]);
  await expect(order(page).getByRole('option', { selected: true })).toHaveText('Oldest first');
  await expectOrder(page, ['Mow the lawn', 'Buy stamps', 'answer Kim']);
  await order(page).selectOption({ label: 'Newest first' });
  await expectOrder(page, ['answer Kim', 'Buy stamps', 'Mow the lawn']);
});

test('The list can be sorted by priority, high before normal before low', async ({ page }) => {
  await open(page, THREE);
  await order(page).selectOption({ label: 'By priority' });
  await expectOrder(page, ['Buy stamps', 'answer Kim', 'Mow the lawn']);
});

test('The list can be sorted by title without regard to case', async ({ page }) => {
  await open(page, THREE);
  await order(page).selectOption({ label: 'By title' });
  await expectOrder(page, ['answer Kim', 'Buy stamps', 'Mow the lawn']);
});

test('A row shows the name of its priority and a checkbox for being done', async ({ page }) => {
  await open(page, THREE);
  await expect(row(page, 'Mow the lawn')).toContainText('Low');
  await expect(row(page, 'Buy stamps')).toContainText('High');
  await expect(row(page, 'answer Kim')).toContainText('Normal');
  await expect(row(page, 'Mow the lawn').getByRole('checkbox')).not.toBeChecked();
  await expect(row(page, 'Buy stamps').getByRole('checkbox')).toBeChecked();
});

test('A done title is struck through, High is red and the chosen tab is blue', async ({ page }) => {
  await open(page, THREE);
  const struck = (title: string): Promise<boolean> =>
    page.getByText(title, { exact: true }).evaluate(element => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        if (getComputedStyle(each).textDecorationLine.includes('line-through')) return true;
      }
      return false;
    });
  await expect.poll(() => struck('Buy stamps')).toBe(true);
  await expect.poll(() => struck('Mow the lawn')).toBe(false);
  const badge = (title: string): Locator => row(page, title).locator('.badge');
  await expect(badge('Buy stamps')).toHaveCSS('background-color', 'rgb(201, 48, 44)');
  await expect(badge('Mow the lawn')).toHaveCSS('background-color', 'rgb(221, 221, 221)');
  await tab(page, 'Done').click();
  await expect(tab(page, 'Done')).toHaveCSS('background-color', 'rgb(42, 100, 150)');
  await expect(tab(page, 'All')).not.toHaveCSS('background-color', 'rgb(42, 100, 150)');
});

test('A due date is told as Overdue, Today, Tomorrow or as month and day', async ({ page }) => {
  await open(page, [
    task(1, 'First', { due: '2024-05-14T00:00:00.000Z' }),
    task(2, 'Second', { due: '2024-05-15T00:00:00.000Z' }),
    task(3, 'Third', { due: '2024-05-16T00:00:00.000Z' }),
    task(4, 'Fourth', { due: '2024-05-17T00:00:00.000Z' }),
    task(5, 'Fifth'),
  ]);
  await expect(row(page, 'First')).toContainText('Overdue');
  await expect(row(page, 'Second')).toContainText('Today');
  await expect(row(page, 'Third')).toContainText('Tomorrow');
  await expect(row(page, 'Fourth')).toContainText('May 17');
  await expect(row(page, 'Fifth')).not.toContainText(/Overdue|Today|Tomorrow|\b\w{3} \d/);
});

test('A double click on a title opens the task for editing', async ({ page }) => {
  await open(page, THREE);
  await page.getByText('Mow the lawn').dblclick();
  await expect(editedTitle(page)).toHaveValue('Mow the lawn');
});

test('Edit opens the task with its title focused and selected', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Mow the lawn');
  await page.clock.runFor(100);
  await expect(editedTitle(page)).toBeFocused();
  await page.keyboard.type('New');
  await expect(editedTitle(page)).toHaveValue('New');
});

test('Save applies the changes of title, priority and due date', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Mow the lawn');
  await editedTitle(page).fill('  Mow the meadow ');
  await editor(page).getByRole('combobox').selectOption({ label: 'High' });
  await editor(page).locator('input[type=date]').fill('2024-06-01');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Mow the meadow')).toContainText('High');
  await expect(row(page, 'Mow the meadow')).toContainText('Jun 1');
  await expectSaved(page, ['Mow the meadow', 'Buy stamps', 'answer Kim']);
});

test('Enter in the edited title applies the change', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Mow the lawn');
  await editedTitle(page).fill('Mow the meadow');
  await editedTitle(page).press('Enter');
  await expect(editedTitle(page)).toHaveCount(0);
  await expect(row(page, 'Mow the meadow')).toBeVisible();
});

test('Cancel drops the changes of an edit', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Mow the lawn');
  await editedTitle(page).fill('Something else');
  await editor(page).getByRole('combobox').selectOption({ label: 'High' });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'Mow the lawn')).toContainText('Low');
  await edit(page, 'Mow the lawn');
  await expect(editedTitle(page)).toHaveValue('Mow the lawn');
});

test('Escape in the edited title drops the changes', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Mow the lawn');
  await editedTitle(page).fill('Something else');
  await editedTitle(page).press('Escape');
  await expect(editedTitle(page)).toHaveCount(0);
  await expect(row(page, 'Mow the lawn')).toBeVisible();
});

test('An open edit shows the stored due date', async ({ page }) => {
  await open(page, [task(1, 'Buy stamps', { due: '2024-06-01T00:00:00.000Z', priority: 1 })]);
  await edit(page, 'Buy stamps');
  await expect(editor(page).locator('input[type=date]')).toHaveValue('2024-06-01');
  await expect(editor(page).getByRole('option', { selected: true })).toHaveText('High');
});

test('An edit can take away the due date', async ({ page }) => {
  await open(page, [task(1, 'Buy stamps', { due: '2024-06-01T00:00:00.000Z' })]);
  await expect(row(page, 'Buy stamps')).toContainText('Jun 1');
  await edit(page, 'Buy stamps');
  await editor(page).locator('input[type=date]').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Buy stamps')).toBeVisible();
  await expect(row(page, 'Buy stamps')).not.toContainText(/Jun|Overdue|Invalid/);
  await expect.poll(async () => (await saved(page)).map(each => each.due)).toEqual([null]);
});

test('Saving an edit keeps a tick that came while it was open', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Mow the lawn');
  await editedTitle(page).fill('Mow the meadow');
  await allDone(page).click();
  await expect(page.getByText('Nothing left to do')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Mow the meadow').getByRole('checkbox')).toBeChecked();
  await expect(page.getByText('Nothing left to do')).toBeVisible();
});

test('An open edit stays with its task when the order changes', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Mow the lawn');
  await editedTitle(page).fill('Mow the meadow');
  await order(page).selectOption({ label: 'By title' });
  await expect(editedTitle(page)).toHaveValue('Mow the meadow');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(editedTitle(page)).toHaveCount(0);
  await expectTitles(page, { 1: 'Mow the meadow', 2: 'Buy stamps', 3: 'answer Kim' });
});

test('An open edit stays with its task when another is deleted', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Buy stamps');
  await editedTitle(page).fill('Buy parcels');
  const question = answer(page, true);
  await remove(page, 'Mow the lawn');
  await question;
  await expect(page.getByText('2 of 2 shown')).toBeVisible();
  await expect(editedTitle(page)).toHaveValue('Buy parcels');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectTitles(page, { 2: 'Buy parcels', 3: 'answer Kim' });
});

test('Saving an emptied title asks to delete the task', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Mow the lawn');
  await editedTitle(page).fill('   ');
  const question = answer(page, true);
  await editedTitle(page).press('Enter');
  expect(await question).toBe('Delete "Mow the lawn"?');
  await expectSaved(page, ['Buy stamps', 'answer Kim']);
});

test('An emptied title changes nothing when the task is not to be deleted', async ({ page }) => {
  await open(page, THREE);
  await edit(page, 'Mow the lawn');
  await editedTitle(page).fill('');
  const question = answer(page, false);
  await editedTitle(page).press('Enter');
  await question;
  await expect(row(page, 'Mow the lawn')).toContainText('Low');
});

test('Deleting asks first and deletes that task alone', async ({ page }) => {
  await open(page, THREE);
  const question = answer(page, true);
  await remove(page, 'Buy stamps');
  expect(await question).toBe('Delete "Buy stamps"?');
  await expectSaved(page, ['Mow the lawn', 'answer Kim']);
  await expectOrder(page, ['Mow the lawn', 'answer Kim']);
});

test('A task stays when the question before deleting is dismissed', async ({ page }) => {
  await open(page, THREE);
  const question = answer(page, false);
  await remove(page, 'Buy stamps');
  await question;
  await expectOrder(page, ['Mow the lawn', 'Buy stamps', 'answer Kim']);
});

test('Clear done removes the done tasks without a question', async ({ page }) => {
  await open(page, THREE);
  let asked = false;
  page.on('dialog', dialog => {
    asked = true;
    void dialog.accept();
  });
  await page.getByRole('button', { name: 'Clear done' }).click();
  await expectSaved(page, ['Mow the lawn', 'answer Kim']);
  expect(asked).toBe(false);
});

test('Clear done is there only when a task is done', async ({ page }) => {
  await open(page, [task(1, 'Buy stamps')]);
  const clear = page.getByRole('button', { name: 'Clear done' });
  await expect(row(page, 'Buy stamps')).toBeVisible();
  await expect(clear).toBeHidden();
  await row(page, 'Buy stamps').getByRole('checkbox').click();
  await expect(clear).toBeVisible();
});

test('The page tells how many of all tasks are shown', async ({ page }) => {
  await open(page, THREE);
  await expect(page.getByText('3 of 3 shown')).toBeVisible();
  await tab(page, 'Done').click();
  await expect(page.getByText('1 of 3 shown')).toBeVisible();
});

test('No task matches is told where search or tab leave nothing', async ({ page }) => {
  await open(page, [task(1, 'Buy stamps')]);
  await expect(page.getByText('No task matches.')).toBeHidden();
  await tab(page, 'Done').click();
  await expect(page.getByText('No task matches.')).toBeVisible();
});

test('Without tasks the page says so in place of toolbar and list', async ({ page }) => {
  await open(page, []);
  const empty = page.getByText('Your list is empty. Add the first task above.');
  await expect(empty).toBeVisible();
  await expect(allDone(page)).toBeHidden();
  await add(page, 'Buy stamps');
  await expect(empty).toBeHidden();
  await expect(allDone(page)).toBeVisible();
});

test('The hint on double click and Esc is there', async ({ page }) => {
  await open(page, []);
  await expect(
    page.getByText('Double-click a title to edit it, press Esc to leave it as it was.'),
  ).toBeVisible();
});

test('Tasks are still there after a reload', async ({ page }) => {
  await open(page, []);
  await newPriority(page).selectOption({ label: 'High' });
  await newDue(page).fill('2024-06-01');
  await add(page, 'Buy stamps');
  await row(page, 'Buy stamps').getByRole('checkbox').click();
  await expect.poll(async () => (await saved(page)).map(each => each.done)).toEqual([true]);
  await page.reload();
  await expect(row(page, 'Buy stamps').getByRole('checkbox')).toBeChecked();
  await expect(row(page, 'Buy stamps')).toContainText('High');
  await expect(row(page, 'Buy stamps')).toContainText('Jun 1');
});

test('A saved task has the fields of the old version', async ({ page }) => {
  await open(page, []);
  await newDue(page).fill('2024-06-01');
  await add(page, 'Buy stamps');
  await add(page, 'Mow the lawn');
  await expect.poll(async () => (await saved(page)).length).toBe(2);
  const [first, second] = await saved(page);
  expect(first).toMatchObject({ title: 'Buy stamps', priority: 2, done: false });
  expect(first.due).toMatch(/^2024-06-01T\d\d:\d\d:\d\d/);
  expect(second.due).toBeNull();
  expect(typeof first.id).toBe('number');
  expect(typeof first.createdAt).toBe('number');
});

test('Saved text that cannot be read gives an empty list that can be used', async ({ page }) => {
  await openWithText(page, '{broken');
  await expect(page.getByText('Your list is empty. Add the first task above.')).toBeVisible();
  await add(page, 'Buy stamps');
  await expect(row(page, 'Buy stamps')).toBeVisible();
});

test('A task of the old version stays in its form when it is edited', async ({ page }) => {
  const old = [
    task(1700000000000, 'Buy stamps', { due: '2024-06-01T00:00:00.000Z', priority: 3, done: true }),
    task(1700000000001, 'Mow the lawn'),
  ];
  await open(page, old);
  await edit(page, 'Buy stamps');
  await editedTitle(page).fill('Buy parcels');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => saved(page)).toEqual([{ ...old[0], title: 'Buy parcels' }, old[1]]);
});

test('Two tasks of the same millisecond have ids of their own', { tag: '@defect' },
  async ({ page }) => {
    await open(page, []);
    await page.clock.setFixedTime(new Date('2024-05-15T12:00:30Z'));
    await add(page, 'Buy stamps');
    await add(page, 'Mow the lawn');
    await expect.poll(async () => new Set((await saved(page)).map(each => each.id)).size).toBe(2);
    await row(page, 'Buy stamps').getByRole('checkbox').click();
    await expect(row(page, 'Buy stamps').getByRole('checkbox')).toBeChecked();
    await expect(row(page, 'Mow the lawn').getByRole('checkbox')).not.toBeChecked();
    const question = answer(page, true);
    await remove(page, 'Mow the lawn');
    await question;
    await expectOrder(page, ['Buy stamps']);
  });

test('The page goes on when the browser refuses to save', async ({ page }) => {
  await open(page, []);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota is used up.', 'QuotaExceededError');
    };
  });
  await add(page, 'Buy stamps');
  await expect(row(page, 'Buy stamps')).toBeVisible();
  await expect(newTitle(page)).toHaveValue('');
  await row(page, 'Buy stamps').getByRole('checkbox').click();
  await expect(page.getByText('Nothing left to do')).toBeVisible();
  await add(page, 'Mow the lawn');
  await expectOrder(page, ['Buy stamps', 'Mow the lawn']);
});

/** An old task that is due at that local midnight of June 1st, and a new one, are due that day. */
async function expectFirstOfJune(page: Page, midnight: string): Promise<void> {
  await open(page, [task(1, 'Old stamps', { due: midnight })]);
  await expect(row(page, 'Old stamps')).toContainText('Jun 1');
  await edit(page, 'Old stamps');
  await expect(editor(page).locator('input[type=date]')).toHaveValue('2024-06-01');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Old stamps')).toContainText('Jun 1');
  await newDue(page).fill('2024-06-01');
  await add(page, 'New stamps');
  await expect(row(page, 'New stamps')).toContainText('Jun 1');
  await newDue(page).fill('2024-05-15');
  await add(page, 'Post it');
  await expect(row(page, 'Post it')).toContainText('Today');
  await expectSaved(page, ['Old stamps', 'New stamps', 'Post it']);
  await page.reload();
  await expect(row(page, 'Old stamps')).toContainText('Jun 1');
  await expect(row(page, 'New stamps')).toContainText('Jun 1');
}

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('West of Greenwich a due date keeps its day', async ({ page }) => {
    await expectFirstOfJune(page, '2024-06-01T04:00:00.000Z');
  });
});

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('East of Greenwich a due date keeps its day', async ({ page }) => {
    await expectFirstOfJune(page, '2024-05-31T22:00:00.000Z');
  });
});

/** Walks beside the source, whose page is hidden for so long that its autofocus has no effect. */
async function walk(page: Page, group: number): Promise<void> {
  await save(page, JSON.stringify([
    task(1, 'Wash the car', { priority: 1, due: '2024-05-20T00:00:00.000Z' }),
    task(2, 'Book the tickets', { priority: 3, due: '2024-05-15T00:00:00.000Z' }),
    task(3, 'Call the plumber', { done: true }),
    task(4, 'Air the attic', { due: '2024-05-13T00:00:00.000Z' }),
  ]));
  await walks(page, plan, group, async opened => {
    await load(opened);
    await newTitle(opened).focus();
  });
}

test('Walks: 50 of two or three steps', async ({ page }) => walk(page, 1));
test('Walks: 50 of three or four steps', async ({ page }) => walk(page, 2));
test('Walks: 50 of four or five steps', async ({ page }) => walk(page, 3));
test('Walks: 50 of six steps', async ({ page }) => walk(page, 4));
