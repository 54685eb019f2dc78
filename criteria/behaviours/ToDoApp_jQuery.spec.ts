// The list of todos: what its users see and do. Written against the source in jQuery 2.
import { expect, test, type Locator, type Page } from '@playwright/test';

import plan from './walks/ToDoApp_jQuery.json';
import { walks } from './walks/walk.ts';

async function load(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function open(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2024-05-15T12:00:00Z') });
  await load(page);
}

/** A button; in the source some of them are links. */
const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true })
    .or(within.getByRole('link', { name, exact: true }));

const newText = (page: Page): Locator => page.getByPlaceholder('Add a todo');
const newForm = (page: Page): Locator => page.locator('form').filter({ has: newText(page) });
const newCategory = (page: Page): Locator => newForm(page).getByRole('combobox');
const categoryFilter = (page: Page): Locator =>
  page.getByRole('combobox').filter({ hasText: 'Any category' });
const row = (page: Page, text: string): Locator =>
  page.getByRole('listitem').filter({ hasText: text });
const editedText = (page: Page): Locator => page.getByRole('listitem').getByRole('textbox');
const editor = (page: Page): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('textbox') });
const message = (page: Page): Locator => page.getByText('Please enter some text.');
const undoBar = (page: Page, text: string): Locator =>
  page.getByText(new RegExp(`Deleted ["“]${text}["”]\\.`));

async function add(page: Page, text: string): Promise<void> {
  await newText(page).fill(text);
  await button(page, 'Add').click();
}

async function edit(page: Page, text: string): Promise<void> {
  await row(page, text).getByTitle('Edit').or(button(row(page, text), /Edit/)).first().click();
}

async function remove(page: Page, text: string): Promise<void> {
  await row(page, text).getByTitle('Delete').or(button(row(page, text), /Delete/)).first().click();
}

/** Lets time pass for the page's timers, and for the animations of its style sheet. */
async function pass(page: Page, time: number): Promise<void> {
  await page.evaluate(passed => {
    for (const animation of document.getAnimations()) {
      animation.currentTime = Number(animation.currentTime) + passed;
    }
  }, time);
  await page.clock.runFor(time);
}

/** Visible, and not faded out either. */
async function expectShown(shown: Locator): Promise<void> {
  await expect(shown).toBeVisible();
  const opacity = async (): Promise<number> => shown.evaluate(element => {
    let product = 1;
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      product *= Number(getComputedStyle(each).opacity);
    }
    return product;
  });
  await expect.poll(opacity).toBeGreaterThan(0.5);
}

/** Of these texts, those on the page, from top to bottom. */
async function expectList(page: Page, texts: string[]): Promise<void> {
  const shown = async (): Promise<string[]> => {
    const items = await page.getByRole('listitem').allTextContents();
    return items.map(item => texts.find(text => item.includes(text)) ?? item);
  };
  await expect.poll(shown).toEqual(texts);
}

const PLANTS = 'Water the plants';
const REPORT = 'Send the weekly report';
const COFFEE = 'Buy coffee beans';

test('Todos are added, completed, edited, filtered, deleted, taken back and cleared away',
  async ({ page }) => {
    test.setTimeout(20_000);
    const number = 1000 + Math.floor(Math.random() * 9000);
    const [room, hall] = [`Book room ${number}`, `Book hall ${number}`];
    await open(page);
    await remove(page, COFFEE);
    await expectList(page, [PLANTS, REPORT]);
    await button(page, 'Undo').click();
    await expectList(page, [PLANTS, REPORT, COFFEE]);
    await remove(page, PLANTS);
    await expectList(page, [REPORT, COFFEE]);
    await newText(page).pressSequentially(room);
    await newCategory(page).selectOption({ label: 'Work' });
    await button(page, 'Add').click();
    await expectList(page, [REPORT, COFFEE, room]);
    await expect(row(page, room)).toContainText('work');
    await row(page, room).getByRole('checkbox').click();
    await expect(page.getByText('1 item left')).toBeVisible();
    await edit(page, room);
    await editedText(page).fill(hall);
    await button(page, 'Save').click();
    await expectList(page, [REPORT, COFFEE, hall]);
    await button(page, 'Active').click();
    await expectList(page, [COFFEE]);
    await button(page, 'Completed').click();
    await expectList(page, [REPORT, hall]);
    await button(page, 'All').click();
    await button(page, 'Clear completed').click();
    await expectList(page, [COFFEE]);
  });

test('The heading asks what is up today', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("What's up today?");
});

test('The list starts with three todos, of which the report is completed', async ({ page }) => {
  await open(page);
  await expectList(page, [PLANTS, REPORT, COFFEE]);
  await expect(row(page, PLANTS)).toContainText('home');
  await expect(row(page, REPORT)).toContainText('work');
  await expect(row(page, COFFEE)).toContainText('shopping');
  await expect(row(page, PLANTS).getByRole('checkbox')).not.toBeChecked();
  await expect(row(page, REPORT).getByRole('checkbox')).toBeChecked();
  await expect(row(page, COFFEE).getByRole('checkbox')).not.toBeChecked();
});

test('The form takes a text of at most 60 characters and one of three categories',
  async ({ page }) => {
    await open(page);
    await expect(newCategory(page).getByRole('option')).toHaveText(['Home', 'Work', 'Shopping']);
    await expect(newCategory(page).getByRole('option', { selected: true })).toHaveText('Home');
    await newText(page).fill('x'.repeat(59));
    await newText(page).pressSequentially('yz');
    await expect(newText(page)).toHaveValue('x'.repeat(59) + 'y');
  });

test('An added todo stands at the end, active and with its category', async ({ page }) => {
  await open(page);
  await newCategory(page).selectOption({ label: 'Work' });
  await add(page, 'Book a room');
  await expectList(page, [PLANTS, REPORT, COFFEE, 'Book a room']);
  await expect(row(page, 'Book a room')).toContainText('work');
  await expect(row(page, 'Book a room').getByRole('checkbox')).not.toBeChecked();
});

test('Enter in the text adds the todo too', async ({ page }) => {
  await open(page);
  await newText(page).fill('Book a room');
  await newText(page).press('Enter');
  await expect(row(page, 'Book a room')).toContainText('home');
});

test('Spaces around a new text are cut off', async ({ page }) => {
  await open(page);
  await add(page, '   Book a room  ');
  await edit(page, 'Book a room');
  await expect(editedText(page)).toHaveValue('Book a room');
});

test('A blank text shows a message and adds nothing', async ({ page }) => {
  await open(page);
  await expect(message(page)).toBeHidden();
  await add(page, '   ');
  await expect(message(page)).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(3);
});

test('The message goes away after two and a half seconds', async ({ page }) => {
  await open(page);
  await add(page, ' ');
  await pass(page, 2000);
  await expect(message(page)).toBeVisible();
  await pass(page, 1500);
  await expect(message(page)).toBeHidden();
});

test('A message that is shown again starts its time anew', { tag: '@defect' }, async ({ page }) => {
  await open(page);
  await add(page, ' ');
  await pass(page, 1800);
  await add(page, ' ');
  await pass(page, 1900);
  await expectShown(message(page));
});

test('After adding the text is empty and has the focus, the category stays', async ({ page }) => {
  await open(page);
  await newCategory(page).selectOption({ label: 'Shopping' });
  await add(page, 'Milk');
  await expect(row(page, 'Milk')).toBeVisible();
  await expect(newText(page)).toHaveValue('');
  await expect(newText(page)).toBeFocused();
  await expect(newCategory(page).getByRole('option', { selected: true })).toHaveText('Shopping');
});

test('All, Active and Completed choose the todos by their state', async ({ page }) => {
  await open(page);
  await button(page, 'Active').click();
  await expectList(page, [PLANTS, COFFEE]);
  await button(page, 'Completed').click();
  await expectList(page, [REPORT]);
  await button(page, 'All').click();
  await expectList(page, [PLANTS, REPORT, COFFEE]);
});

test('The chosen filter alone is marked', async ({ page }) => {
  await open(page);
  const marked = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const name of ['All', 'Active', 'Completed']) {
      const isMarked = await button(page, name).evaluate(each =>
        /selected|active|current/.test(each.className)
        || ['aria-pressed', 'aria-current', 'aria-selected']
          .some(attribute => /true|page/.test(each.getAttribute(attribute) ?? '')));
      if (isMarked) {
        found.push(name);
      }
    }
    return found;
  };
  expect(await marked()).toEqual(['All']);
  await button(page, 'Completed').click();
  await expect.poll(marked).toEqual(['Completed']);
});

test('The category filter applies together with the state', async ({ page }) => {
  await open(page);
  await expect(categoryFilter(page).getByRole('option'))
    .toHaveText(['Any category', 'Home', 'Work', 'Shopping']);
  await categoryFilter(page).selectOption({ label: 'Shopping' });
  await expectList(page, [COFFEE]);
  await button(page, 'Completed').click();
  await expect(page.getByRole('listitem')).toHaveCount(0);
  await categoryFilter(page).selectOption({ label: 'Work' });
  await expectList(page, [REPORT]);
  await categoryFilter(page).selectOption({ label: 'Any category' });
  await button(page, 'All').click();
  await expectList(page, [PLANTS, REPORT, COFFEE]);
});

test('Nothing to show here stands where no todo passes the filters', async ({ page }) => {
  await open(page);
  const empty = page.getByText('Nothing to show here.');
  await expect(empty).toBeHidden();
  await button(page, 'Completed').click();
  await categoryFilter(page).selectOption({ label: 'Home' });
  await expect(empty).toBeVisible();
});

test('The checkbox completes a todo and opens it again', async ({ page }) => {
  await open(page);
  await row(page, PLANTS).getByRole('checkbox').click();
  await expect(row(page, PLANTS).getByRole('checkbox')).toBeChecked();
  await button(page, 'Completed').click();
  await expectList(page, [PLANTS, REPORT]);
  await row(page, REPORT).getByRole('checkbox').click();
  await expectList(page, [PLANTS]);
});

test('A todo added after a deletion is completed alone', async ({ page }) => {
  await open(page);
  await remove(page, PLANTS);
  await add(page, 'Book a room');
  await row(page, 'Book a room').getByRole('checkbox').click();
  await expect(row(page, 'Book a room').getByRole('checkbox')).toBeChecked();
  await expect(row(page, COFFEE).getByRole('checkbox')).not.toBeChecked();
});

test('A todo added after a deletion is edited alone', async ({ page }) => {
  await open(page);
  await remove(page, PLANTS);
  await add(page, 'Book a room');
  await edit(page, 'Book a room');
  await editedText(page).fill('Book a hall');
  await button(page, 'Save').click();
  await expectList(page, [REPORT, COFFEE, 'Book a hall']);
});

test('A todo added after a deletion is deleted alone', async ({ page }) => {
  await open(page);
  await remove(page, PLANTS);
  await add(page, 'Book a room');
  await expectList(page, [REPORT, COFFEE, 'Book a room']);
  await remove(page, 'Book a room');
  await expectList(page, [REPORT, COFFEE]);
});

test('A completed todo is struck through', async ({ page }) => {
  await open(page);
  await expect(page.getByText(REPORT)).toHaveCSS('text-decoration-line', 'line-through');
  await expect(page.getByText(PLANTS)).toHaveCSS('text-decoration-line', 'none');
});

test('Edit opens a form with text and category, the text focused and selected',
  async ({ page }) => {
    await open(page);
    await edit(page, COFFEE);
    await expect(editedText(page)).toHaveValue(COFFEE);
    await expect(editedText(page)).toBeFocused();
    await expect(editor(page).getByRole('option', { selected: true })).toHaveText('Shopping');
    await expect(button(page, 'Save')).toBeVisible();
    await expect(button(page, 'Cancel')).toBeVisible();
    await page.keyboard.type('Tea');
    await expect(editedText(page)).toHaveValue('Tea');
    await editedText(page).fill('x'.repeat(59));
    await editedText(page).pressSequentially('yz');
    await expect(editedText(page)).toHaveValue('x'.repeat(59) + 'y');
  });

test('Save takes over the trimmed text and the category', async ({ page }) => {
  await open(page);
  await edit(page, COFFEE);
  await editedText(page).fill('  Buy tea ');
  await editor(page).getByRole('combobox').selectOption({ label: 'Home' });
  await button(page, 'Save').click();
  await expectList(page, [PLANTS, REPORT, 'Buy tea']);
  await expect(row(page, 'Buy tea')).toContainText('home');
});

test('Enter in the edited text saves the change', async ({ page }) => {
  await open(page);
  await edit(page, COFFEE);
  await editedText(page).fill('Buy tea');
  await editedText(page).press('Enter');
  await expect(editedText(page)).toHaveCount(0);
  await expect(row(page, 'Buy tea')).toBeVisible();
});

test('Escape drops the change of an edit', async ({ page }) => {
  await open(page);
  await edit(page, COFFEE);
  await editedText(page).fill('Something else');
  await editedText(page).press('Escape');
  await expect(editedText(page)).toHaveCount(0);
  await expectList(page, [PLANTS, REPORT, COFFEE]);
});

test('Cancel drops the change of an edit', async ({ page }) => {
  await open(page);
  await edit(page, COFFEE);
  await editedText(page).fill('Something else');
  await button(page, 'Cancel').click();
  await expectList(page, [PLANTS, REPORT, COFFEE]);
});

test('A blank text in an edit shows the message and leaves the edit open', async ({ page }) => {
  await open(page);
  await edit(page, COFFEE);
  await editedText(page).fill('   ');
  await button(page, 'Save').click();
  await expect(message(page)).toBeVisible();
  await expect(editedText(page)).toBeVisible();
});

test('An open edit stays open when another row changes', { tag: '@defect' }, async ({ page }) => {
  await open(page);
  await edit(page, COFFEE);
  await editedText(page).fill('Buy tea');
  await row(page, PLANTS).getByRole('checkbox').click();
  await expect(row(page, PLANTS).getByRole('checkbox')).toBeChecked();
  await expect(editedText(page)).toHaveValue('Buy tea');
});

test('Deleting asks nothing and offers Undo with the text', async ({ page }) => {
  await open(page);
  await expect(button(page, 'Undo')).toBeHidden();
  await remove(page, REPORT);
  await expectList(page, [PLANTS, COFFEE]);
  await expect(undoBar(page, REPORT)).toBeVisible();
  await expect(button(page, 'Undo')).toBeVisible();
});

test('Undo is offered for five seconds', async ({ page }) => {
  await open(page);
  await remove(page, REPORT);
  await pass(page, 4300);
  await expect(button(page, 'Undo')).toBeVisible();
  await pass(page, 1800);
  await expect(button(page, 'Undo')).toBeHidden();
});

test('A second deletion starts the time of Undo anew', { tag: '@defect' }, async ({ page }) => {
  await open(page);
  await remove(page, REPORT);
  await pass(page, 3000);
  await remove(page, COFFEE);
  await pass(page, 3000);
  await expectShown(undoBar(page, COFFEE));
  await expectShown(button(page, 'Undo'));
});

test('Undo puts the todo back at its old place', async ({ page }) => {
  await open(page);
  await remove(page, REPORT);
  await button(page, 'Undo').click();
  await expectList(page, [PLANTS, REPORT, COFFEE]);
  await expect(row(page, REPORT).getByRole('checkbox')).toBeChecked();
  // sooner than its five seconds would hide it
  await expect(button(page, 'Undo')).toBeHidden({ timeout: 3000 });
});

test('The footer counts the items that are left and all of them', async ({ page }) => {
  await open(page);
  await expect(page.getByText('2 items left')).toBeVisible();
  await expect(page.getByText('3 in total')).toBeVisible();
  await row(page, PLANTS).getByRole('checkbox').click();
  await expect(page.getByText('1 item left')).toBeVisible();
  await remove(page, REPORT);
  await expect(page.getByText('2 in total')).toBeVisible();
});

test('Complete all completes every todo and is there only with active ones', async ({ page }) => {
  await open(page);
  await button(page, 'Complete all').click();
  await expect(page.getByText('0 items left')).toBeVisible();
  await expect(row(page, PLANTS).getByRole('checkbox')).toBeChecked();
  await expect(row(page, COFFEE).getByRole('checkbox')).toBeChecked();
  await expect(button(page, 'Complete all')).toBeHidden();
});

test('Clear completed removes the completed ones and is there only with some',
  async ({ page }) => {
    await open(page);
    await button(page, 'Clear completed').click();
    await expectList(page, [PLANTS, COFFEE]);
    await expect(page.getByText('2 in total')).toBeVisible();
    await expect(button(page, 'Clear completed')).toBeHidden();
  });

test('What was typed is shown as text, never as markup', { tag: '@defect' }, async ({ page }) => {
  await open(page);
  await add(page, '<b>bold</b> & <i>slanted</i>');
  await expect(page.getByText('<b>bold</b> & <i>slanted</i>')).toBeVisible();
});

test('Nothing is kept after a reload', async ({ page }) => {
  await open(page);
  await add(page, 'Book a room');
  await expect(row(page, 'Book a room')).toBeVisible();
  await page.reload();
  await expectList(page, [PLANTS, REPORT, COFFEE]);
});

test('Walks: 50 of two or three steps', async ({ page }) => walks(page, plan, 1, load));
test('Walks: 50 of three or four steps', async ({ page }) => walks(page, plan, 2, load));
test('Walks: 50 of four or five steps', async ({ page }) => walks(page, plan, 3, load));
test('Walks: 50 of six steps', async ({ page }) => walks(page, plan, 4, load));
