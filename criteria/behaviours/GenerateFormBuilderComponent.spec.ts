// The form builder and the form that it makes, in the host page beside this file.
import { expect, test, type Locator, type Page } from '@playwright/test';

type Question = Record<string, unknown>;

interface Form {
  version: number;
  title: string;
  questions: Question[];
}

function question(id: string, type: string, label: string, changes: Question = {}): Question {
  const further: Question = type.endsWith('Choice') ? { options: ['Red', 'Blue'] }
    : type === 'number' ? { min: null, max: null }
      : type === 'date' ? {} : { maxLength: null };
  return { id, type, label, help: '', required: false, showIf: null, ...further, ...changes };
}

function form(...questions: Question[]): Form {
  return { version: 1, title: 'Crew list', questions };
}

const when = (questionId: string, operator: string, value = ''): Question =>
  ({ questionId, operator, value });

const NAMES = form(
  question('a', 'shortText', 'Alpha'), question('b', 'number', 'Bravo'),
  question('c', 'singleChoice', 'Charlie'),
);

async function build(page: Page, edited: Form): Promise<void> {
  await page.goto(`/?form=${encodeURIComponent(JSON.stringify(edited))}`);
  await expect(page.getByRole('tablist')).toBeVisible();
}

async function show(page: Page, shown: Form): Promise<void> {
  await page.goto(`/?render=${encodeURIComponent(JSON.stringify(shown))}`);
  await expect(page.getByRole('heading', { name: 'Crew list' })).toBeVisible();
}

async function reported(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (window as never as { reported: unknown[] }).reported);
}

/** The form of the last report. */
async function current(page: Page): Promise<Form> {
  return (await reported(page)).at(-1) as Form;
}

async function expectLabels(page: Page, labels: string[]): Promise<void> {
  await expect.poll(async () => (await current(page))?.questions.map(each => each.label))
    .toEqual(labels);
}

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const items = (page: Page): Locator => page.getByRole('listitem')
  .filter({ has: page.getByRole('button', { name: /^Move up/ }) });
const item = (page: Page, label: string): Locator => items(page).filter({ hasText: label });
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string): Locator =>
  page.getByLabel(new RegExp(`^\\s*${name}`));
const act = (page: Page, action: string, label: string): Locator =>
  item(page, label).getByRole('button', { name: new RegExp(`^${action}.*${label}`) });
const addGroup = (page: Page): Locator => page.getByRole('group', { name: 'Add a question' });
const add = (page: Page, type: string): Locator =>
  addGroup(page).getByRole('button', { name: type, exact: true });
const operator = (page: Page): Locator =>
  page.getByRole('combobox').filter({ hasText: 'is not' });
const live = (page: Page): Locator => page.locator('[aria-live=polite]');

test('Three tabs show one panel at a time', async ({ page }) => {
  await build(page, NAMES);
  await expect(page.getByRole('tab')).toHaveText(['Edit', 'Preview', 'JSON']);
  await expect(tab(page, 'Edit')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Preview').click();
  await expect(tab(page, 'Preview')).toHaveAttribute('aria-selected', 'true');
  await expect(tab(page, 'Edit')).toHaveAttribute('aria-selected', 'false');
  await expect(page.getByRole('tabpanel')).toHaveCount(1);
  await expect(page.getByRole('tabpanel')).toContainText('Alpha');
});

test('Arrow keys, Home and End move between the tabs and select', async ({ page }) => {
  await build(page, NAMES);
  await tab(page, 'Edit').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Preview')).toBeFocused();
  await expect(tab(page, 'Preview')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(tab(page, 'JSON')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tab(page, 'Edit')).toBeFocused();
  await expect(tab(page, 'Edit')).toHaveAttribute('aria-selected', 'true');
  await expect(tab(page, 'JSON')).toHaveAttribute('tabindex', '-1');
});

test('Six buttons add a question at the end and put the focus on its label', async ({ page }) => {
  await build(page, NAMES);
  await expect(addGroup(page).getByRole('button')).toHaveText(
    ['Short text', 'Long text', 'Number', 'Date', 'Single choice', 'Multiple choice'],
  );
  await add(page, 'Date').click();
  await expectLabels(page, ['Alpha', 'Bravo', 'Charlie', '']);
  await expect(field(page, 'Label')).toBeFocused();
  await page.keyboard.type('Day');
  await expectLabels(page, ['Alpha', 'Bravo', 'Charlie', 'Day']);
  const added = (await current(page)).questions[3];
  expect(added).toMatchObject({ type: 'date', required: false, showIf: null, help: '' });
});

test('A question is added behind the selected one', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Alpha').click();
  await add(page, 'Long text').click();
  await expectLabels(page, ['Alpha', '', 'Bravo', 'Charlie']);
});

test('A new choice starts with two options', async ({ page }) => {
  await build(page, NAMES);
  await add(page, 'Multiple choice').click();
  await expect.poll(async () => (await current(page))?.questions[3]?.options)
    .toEqual(['Option 1', 'Option 2']);
});

test('Each question shows label and type, and an empty label as Untitled question',
  async ({ page }) => {
    await build(page, form(question('a', 'shortText', 'Alpha'), question('b', 'date', '')));
    await expect(item(page, 'Alpha')).toContainText('Short text');
    await expect(items(page).nth(1)).toContainText('Untitled question');
    await expect(items(page).nth(1)).toContainText('Date');
  });

test('Edit selects a question, and its item alone is marked', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Bravo').click();
  await expect(item(page, 'Bravo')).toHaveAttribute('aria-current', 'true');
  await expect(item(page, 'Alpha')).not.toHaveAttribute('aria-current', 'true');
  await expect(field(page, 'Label')).toHaveValue('Bravo');
});

test('Move up and Move down change the order and are disabled at the ends', async ({ page }) => {
  await build(page, NAMES);
  await expect(act(page, 'Move up', 'Alpha')).toBeDisabled();
  await expect(act(page, 'Move down', 'Charlie')).toBeDisabled();
  await act(page, 'Move down', 'Alpha').click();
  await expectLabels(page, ['Bravo', 'Alpha', 'Charlie']);
  await act(page, 'Move up', 'Charlie').click();
  await expectLabels(page, ['Bravo', 'Charlie', 'Alpha']);
});

test('A copy has a new id, stands behind its original and is selected', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Duplicate', 'Alpha').click();
  await expectLabels(page, ['Alpha', 'Alpha', 'Bravo', 'Charlie']);
  const ids = (await current(page)).questions.map(each => each.id);
  expect(new Set(ids).size).toBe(4);
  await expect(items(page).nth(1)).toHaveAttribute('aria-current', 'true');
});

test('A question can be dragged by its handle to another place', async ({ page }) => {
  await build(page, NAMES);
  const handle = items(page).nth(0).locator('[draggable=true]').first();
  const target = items(page).nth(2);
  const box = await target.boundingBox();
  await handle.dragTo(target, { targetPosition: { x: 40, y: (box?.height ?? 40) - 3 } });
  await expectLabels(page, ['Bravo', 'Charlie', 'Alpha']);
});

test('A question dragged down lands where it was dropped, and dropped on itself stays',
  async ({ page }) => {
    await build(page, NAMES);
    const lowerEdge = async (target: Locator): Promise<{ x: number; y: number }> =>
      ({ x: 40, y: ((await target.boundingBox())?.height ?? 40) - 3 });
    const handle = items(page).nth(0).locator('[draggable=true]').first();
    const [alpha, bravo] = [items(page).nth(0), items(page).nth(1)];
    await handle.dragTo(alpha, { targetPosition: await lowerEdge(alpha) });
    await expect(button(page, 'Undo')).toBeDisabled();
    await handle.dragTo(bravo, { targetPosition: await lowerEdge(bravo) });
    await expectLabels(page, ['Bravo', 'Alpha', 'Charlie']);
  });

test('Deleting removes the conditions that refer to the question', async ({ page }) => {
  await build(page, form(question('a', 'shortText', 'Alpha'),
    question('b', 'date', 'Bravo', { showIf: when('a', 'answered') })));
  await act(page, 'Delete', 'Alpha').click();
  await expectLabels(page, ['Bravo']);
  expect((await current(page)).questions[0].showIf).toBeNull();
});

test('After deleting the focus goes to the next, the previous, or the first button',
  async ({ page }) => {
    await build(page, form(question('a', 'date', 'Alpha'), question('b', 'date', 'Bravo'),
      question('c', 'date', 'Charlie')));
    await act(page, 'Delete', 'Bravo').click();
    await expect(act(page, 'Edit', 'Charlie')).toBeFocused();
    await act(page, 'Delete', 'Charlie').click();
    await expect(act(page, 'Edit', 'Alpha')).toBeFocused();
    await act(page, 'Delete', 'Alpha').click();
    await expect(add(page, 'Short text')).toBeFocused();
  });

test('The settings change label, help text and whether an answer is required', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Alpha').click();
  await field(page, 'Label').fill('Amber');
  await field(page, 'Help text').fill('As in the passport');
  await field(page, 'Required').click();
  await expect(field(page, 'Required')).toBeChecked();
  await expect.poll(async () => (await current(page)).questions[0])
    .toMatchObject({ label: 'Amber', help: 'As in the passport', required: true });
});

test('Length, minimum and maximum are numbers in the form', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Alpha').click();
  await field(page, 'Maximum length').fill('80');
  await expect.poll(async () => (await current(page))?.questions[0].maxLength).toBe(80);
  await act(page, 'Edit', 'Bravo').click();
  await field(page, 'Minimum').fill('2');
  await field(page, 'Maximum').fill('5');
  await expect.poll(async () => (await current(page)).questions[1])
    .toMatchObject({ min: 2, max: 5 });
});

test('Zero is a minimum and a maximum like any other number', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Bravo').click();
  await field(page, 'Minimum').fill('0');
  await field(page, 'Maximum').fill('0');
  await expect.poll(async () => (await current(page))?.questions[1])
    .toMatchObject({ min: 0, max: 0 });
  await expect(field(page, 'Minimum')).toHaveValue('0');
});

test('Options are the lines of the text, without the empty ones', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Charlie').click();
  await field(page, 'Options').fill('Oak\n\nAsh\n');
  await expect(field(page, 'Options')).toHaveValue('Oak\n\nAsh\n');
  await expect.poll(async () => (await current(page))?.questions[2].options)
    .toEqual(['Oak', 'Ash']);
});

test('Show only if offers Always and the earlier questions', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Bravo').click();
  await expect(field(page, 'Show only if').getByRole('option')).toHaveText(['Always', 'Alpha']);
  await field(page, 'Show only if').selectOption({ label: 'Alpha' });
  await expect(operator(page).getByRole('option')).toHaveText(['is', 'is not', 'is answered']);
  await operator(page).selectOption({ label: 'is answered' });
  await expect.poll(async () => (await current(page)).questions[1].showIf)
    .toMatchObject({ questionId: 'a', operator: 'answered' });
});

test('The value of a condition on a choice is one of its options', async ({ page }) => {
  await build(page, form(question('c', 'singleChoice', 'Charlie'), question('d', 'date', 'Delta')));
  await act(page, 'Edit', 'Delta').click();
  await field(page, 'Show only if').selectOption({ label: 'Charlie' });
  await page.getByRole('combobox').filter({ hasText: 'Blue' }).selectOption({ label: 'Blue' });
  await expect.poll(async () => (await current(page)).questions[1].showIf)
    .toEqual(when('c', 'equals', 'Blue'));
});

test('Problems are counted and listed, and gone when they are solved', async ({ page }) => {
  await build(page, {
    version: 1, title: '', questions: [
      question('a', 'singleChoice', 'Alpha', { options: ['One', 'One'] }),
      question('b', 'number', '', { min: 5, max: 2 }),
      question('c', 'multipleChoice', 'Charlie', { options: [] }),
      question('d', 'date', 'Delta', { showIf: when('a', 'equals', '') }),
      question('e', 'date', 'Echo', { showIf: when('f', 'answered') }),
      question('f', 'date', 'Foxtrot'),
    ],
  });
  for (const text of [
    'The form needs a title.', 'Each option may occur only once.',
    'The question needs a label.', 'The minimum is greater than the maximum.',
    'Give at least two options.', 'The condition needs a value.',
    'The condition refers to a question that does not come before.',
  ]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(page.getByText('7 problems')).toBeVisible();
  await field(page, 'Form title').fill('Crew list');
  await expect(page.getByText('6 problems')).toBeVisible();
  await expect(page.getByText('The form needs a title.')).toHaveCount(0);
});

test('Undo and Redo work by buttons and are disabled when there is nothing to do',
  async ({ page }) => {
    await build(page, NAMES);
    await expect(button(page, 'Undo')).toBeDisabled();
    await act(page, 'Delete', 'Bravo').click();
    await button(page, 'Undo').click();
    await expectLabels(page, ['Alpha', 'Bravo', 'Charlie']);
    await expect(button(page, 'Undo')).toBeDisabled();
    await button(page, 'Redo').click();
    await expectLabels(page, ['Alpha', 'Charlie']);
    await expect(button(page, 'Redo')).toBeDisabled();
  });

test('Undo goes back one step at a time, and Redo forward', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Delete', 'Bravo').click();
  await expectLabels(page, ['Alpha', 'Charlie']);
  await act(page, 'Delete', 'Alpha').click();
  await expectLabels(page, ['Charlie']);
  await button(page, 'Undo').click();
  await expectLabels(page, ['Alpha', 'Charlie']);
  await button(page, 'Undo').click();
  await expectLabels(page, ['Alpha', 'Bravo', 'Charlie']);
  await button(page, 'Redo').click();
  await expectLabels(page, ['Alpha', 'Charlie']);
});

test('Ctrl with Z and Y undoes and redoes, also in a text field', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Alpha').click();
  await field(page, 'Label').press('End');
  await page.keyboard.type('bet');
  await expectLabels(page, ['Alphabet', 'Bravo', 'Charlie']);
  await page.keyboard.press('Control+z');
  await expectLabels(page, ['Alpha', 'Bravo', 'Charlie']);
  await page.keyboard.press('Control+y');
  await expectLabels(page, ['Alphabet', 'Bravo', 'Charlie']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+KeyZ');
  await expectLabels(page, ['Alphabet', 'Bravo', 'Charlie']);
});

test('Changes of two questions are two steps', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Alpha').click();
  await field(page, 'Label').fill('Amber');
  await expectLabels(page, ['Amber', 'Bravo', 'Charlie']);
  await act(page, 'Edit', 'Bravo').click();
  await field(page, 'Label').fill('Beryl');
  await expectLabels(page, ['Amber', 'Beryl', 'Charlie']);
  await button(page, 'Undo').click();
  await expectLabels(page, ['Amber', 'Bravo', 'Charlie']);
});

test('After Undo the settings show what is in the form again', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Edit', 'Charlie').click();
  await field(page, 'Options').fill('Oak\nAsh\nElm');
  await expect.poll(async () => (await current(page))?.questions[2].options)
    .toEqual(['Oak', 'Ash', 'Elm']);
  await button(page, 'Undo').click();
  await expect.poll(async () => (await current(page)).questions[2].options)
    .toEqual(['Red', 'Blue']);
  await act(page, 'Edit', 'Charlie').click();
  await expect(field(page, 'Options')).toHaveValue('Red\nBlue');
});

test('At most fifty steps can be undone', async ({ page }) => {
  await build(page, NAMES);
  const steps = await page.evaluate(async () => {
    const named = (name: string): HTMLButtonElement | undefined =>
      [...document.querySelectorAll('button')].find(
        each => (each.ariaLabel ?? each.textContent ?? '').trim().startsWith(name) && !each.disabled,
      );
    const pause = (): Promise<void> => new Promise(resolve => { setTimeout(resolve); });
    for (let number = 0; number < 55; number += 1) {
      named('Move down')?.click();
      await pause();
    }
    let undone = 0;
    while (undone < 60 && named('Undo')) {
      named('Undo')?.click();
      undone += 1;
      await pause();
    }
    return undone;
  });
  expect(steps).toBe(50);
});

test('What was added, deleted and moved is announced', async ({ page }) => {
  await build(page, NAMES);
  await act(page, 'Move down', 'Alpha').click();
  await expect(live(page)).toContainText('Moved “Alpha” to position 2 of 3.');
  await act(page, 'Delete', 'Bravo').click();
  await expect(live(page)).toContainText('Deleted “Bravo”.');
  await add(page, 'Short text').click();
  await expect(live(page)).toContainText('Added “Short text”.');
});

test('The preview shows the form, and its answers as JSON', async ({ page }) => {
  await build(page, form(question('a', 'shortText', 'Alpha')));
  await tab(page, 'Preview').click();
  await field(page, 'Alpha').fill('Ann');
  await button(page, 'Submit').click();
  await expect(page.getByRole('tabpanel')).toContainText(/"a":\s*"Ann"/);
});

test('The JSON tab shows the form and loads another, which can be undone', async ({ page }) => {
  await build(page, NAMES);
  await tab(page, 'JSON').click();
  const text = page.getByRole('tabpanel').getByRole('textbox');
  await expect(text).toHaveValue(/\n {2}"title": "Crew list"/);
  await expect.poll(async () => JSON.parse(await text.inputValue())).toEqual(NAMES);
  await text.fill(JSON.stringify(form(question('z', 'date', 'Zulu'))));
  await button(page, 'Load').click();
  await expectLabels(page, ['Zulu']);
  await button(page, 'Undo').click();
  await expectLabels(page, ['Alpha', 'Bravo', 'Charlie']);
});

test('Text that is no form is refused with its first error and place', async ({ page }) => {
  await build(page, NAMES);
  await tab(page, 'JSON').click();
  const text = page.getByRole('tabpanel').getByRole('textbox');
  const good = question('a', 'date', 'Alpha');
  const wrong: [string, string][] = [
    ['{broken', 'this is not JSON'],
    [JSON.stringify({ ...NAMES, version: 2 }), 'version must be 1'],
    [JSON.stringify(form(good, { ...good, id: 'b', type: 'riddle' })), 'questions[1].type is unknown'],
    [JSON.stringify(form(good, { ...question('b', 'singleChoice', 'B'), options: [1] })),
      'questions[1].options must be a list of texts'],
    [JSON.stringify(form(good, good)), 'questions[1].id is used twice'],
  ];
  for (const [typed, reason] of wrong) {
    await text.fill(typed);
    await button(page, 'Load').click();
    await expect(page.getByRole('alert')).toContainText('The form could not be loaded:');
    await expect(page.getByRole('alert')).toContainText(reason);
  }
  await tab(page, 'Edit').click();
  await expect(items(page)).toHaveCount(3);
});

test('The alert goes when a form has been loaded', async ({ page }) => {
  await build(page, NAMES);
  await tab(page, 'JSON').click();
  const text = page.getByRole('tabpanel').getByRole('textbox');
  await text.fill('{broken');
  await button(page, 'Load').click();
  await expect(page.getByText('The form could not be loaded:')).toBeVisible();
  await text.fill(JSON.stringify(form(question('z', 'date', 'Zulu'))));
  await button(page, 'Load').click();
  await expectLabels(page, ['Zulu']);
  await expect(page.getByText('The form could not be loaded:')).toHaveCount(0);
});

test('A question is shown only while its condition holds', async ({ page }) => {
  await show(page, form(
    question('a', 'shortText', 'Alpha'),
    question('b', 'shortText', 'Bravo', { showIf: when('a', 'equals', 'yes') }),
    question('c', 'shortText', 'Charlie', { showIf: when('a', 'notEquals', 'yes') }),
    question('d', 'shortText', 'Delta', { showIf: when('a', 'answered') }),
  ));
  await expect(field(page, 'Bravo')).toHaveCount(0);
  await expect(field(page, 'Charlie')).toBeVisible();
  await expect(field(page, 'Delta')).toHaveCount(0);
  await field(page, 'Alpha').fill(' yes ');
  await expect(field(page, 'Bravo')).toBeVisible();
  await expect(field(page, 'Charlie')).toHaveCount(0);
  await expect(field(page, 'Delta')).toBeVisible();
});

test('A hidden question counts as unanswered for those behind it', async ({ page }) => {
  await show(page, form(
    question('a', 'shortText', 'Alpha'),
    question('b', 'shortText', 'Bravo', { showIf: when('a', 'answered') }),
    question('c', 'shortText', 'Charlie', { showIf: when('b', 'equals', 'x') }),
  ));
  await field(page, 'Alpha').fill('1');
  await field(page, 'Bravo').fill('x');
  await expect(field(page, 'Charlie')).toBeVisible();
  await field(page, 'Alpha').fill('');
  await expect(field(page, 'Bravo')).toHaveCount(0);
  await expect(field(page, 'Charlie')).toHaveCount(0);
});

test('A condition on a multiple choice looks at each chosen option', async ({ page }) => {
  await show(page, form(
    question('a', 'multipleChoice', 'Alpha'),
    question('b', 'shortText', 'Bravo', { showIf: when('a', 'equals', 'Blue') }),
  ));
  await field(page, 'Red').click();
  await expect(field(page, 'Red')).toBeChecked();
  await expect(field(page, 'Bravo')).toHaveCount(0);
  await field(page, 'Blue').click();
  await expect(field(page, 'Blue')).toBeChecked();
  await expect(field(page, 'Bravo')).toBeVisible();
});

test('Submit checks the shown questions and puts the focus on the first wrong one',
  async ({ page }) => {
    await show(page, form(
      question('a', 'shortText', 'Alpha', { maxLength: 3 }),
      question('b', 'number', 'Bravo', { min: 1, max: 10 }),
      question('c', 'shortText', 'Charlie', { required: true }),
      question('d', 'number', 'Delta', { min: 1 }),
      question('e', 'number', 'Echo', { max: 10 }),
    ));
    await field(page, 'Alpha').evaluate(each => each.removeAttribute('maxlength'));
    await field(page, 'Alpha').fill('long');
    await field(page, 'Bravo').fill('11');
    await field(page, 'Delta').fill('0');
    await field(page, 'Echo').fill('11');
    await button(page, 'Submit').click();
    for (const message of [
      'Enter at most 3 characters.', 'Enter a number from 1 to 10.', 'This answer is required.',
      'Enter a number of at least 1.', 'Enter a number of at most 10.',
    ]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(field(page, 'Alpha')).toBeFocused();
    expect(await reported(page)).toEqual([]);
  });

test('After Submit the messages follow every change', async ({ page }) => {
  await show(page, form(question('c', 'shortText', 'Charlie', { required: true })));
  const charlie = page.getByLabel(/Charlie/);
  await expect(page.getByText('This answer is required.')).toHaveCount(0);
  await button(page, 'Submit').click();
  await expect(page.getByText('This answer is required.')).toBeVisible();
  await expect(charlie).toHaveAttribute('aria-invalid', 'true');
  await charlie.fill('x');
  await expect(page.getByText('This answer is required.')).toHaveCount(0);
  await charlie.fill('');
  await expect(page.getByText('This answer is required.')).toBeVisible();
});

test('What is submitted has trimmed texts, numbers, and choices in the order of the options',
  async ({ page }) => {
    await show(page, form(
      question('a', 'shortText', 'Alpha'), question('b', 'number', 'Bravo'),
      question('c', 'multipleChoice', 'Charlie'), question('d', 'shortText', 'Delta'),
      question('e', 'shortText', 'Echo', { showIf: when('d', 'answered') }),
    ));
    await field(page, 'Alpha').fill('  Ann ');
    await field(page, 'Bravo').fill('7');
    await field(page, 'Blue').click();
    await expect(field(page, 'Blue')).toBeChecked();
    await field(page, 'Red').click();
    await expect(field(page, 'Red')).toBeChecked();
    await field(page, 'Delta').fill('x');
    await field(page, 'Echo').fill('y');
    await field(page, 'Delta').fill('');
    await button(page, 'Submit').click();
    await expect.poll(() => reported(page)).toEqual([{ a: 'Ann', b: 7, c: ['Red', 'Blue'] }]);
  });

test('Questions have labels, choices a legend, and help describes the control', async ({ page }) => {
  await show(page, form(
    question('a', 'shortText', 'Alpha', { help: 'As in the passport', required: true }),
    question('c', 'singleChoice', 'Charlie'),
  ));
  const alpha = page.getByLabel(/Alpha/);
  await expect(alpha).toHaveAccessibleDescription(/As in the passport/);
  await expect(page.getByText('(required)')).toBeVisible();
  const group = page.getByRole('group', { name: /Charlie/ });
  await expect(group.getByRole('radio')).toHaveCount(2);
  await button(page, 'Submit').click();
  await expect(alpha).toHaveAccessibleDescription(/This answer is required\./);
});

test('A questionnaire is put together, filled in and submitted', async ({ page }) => {
  await page.goto(`/?own=${encodeURIComponent(JSON.stringify(form()))}`);
  for (const [type, label] of [
    ['Short text', 'Name'], ['Single choice', 'Cabin'], ['Number', 'Berth'],
  ]) {
    await add(page, type).click();
    await expect(field(page, 'Label')).toBeFocused();
    await page.keyboard.type(label);
  }
  await expectLabels(page, ['Name', 'Cabin', 'Berth']);
  await field(page, 'Required').click();
  await field(page, 'Show only if').selectOption({ label: 'Cabin' });
  await page.getByRole('combobox').filter({ hasText: 'Option 2' })
    .selectOption({ label: 'Option 2' });
  await tab(page, 'Preview').click();
  await field(page, 'Name').fill('Ann');
  await field(page, 'Option 2').click();
  await expect(field(page, 'Berth')).toBeVisible();
  await button(page, 'Submit').click();
  await expect(page.getByText('This answer is required.')).toBeVisible();
  await field(page, 'Option 1').click();
  await expect(field(page, 'Berth')).toHaveCount(0);
  await button(page, 'Submit').click();
  await expect(page.getByRole('tabpanel')).toContainText(/:\s*"Ann",\s*"[^"]+":\s*"Option 1"\s*\}/);
});
