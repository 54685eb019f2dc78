// The data table, in the demo and in the scenes of the host page beside this file.
import { expect, test, type Locator, type Page } from '@playwright/test';

test.use({ timezoneId: 'UTC', locale: 'en-US' });

async function open(page: Page, scene: string): Promise<void> {
  await page.goto(`/?scene=${scene}`);
  await expect(page.getByRole('table')).toBeVisible();
}

const header = (page: Page, name: string): Locator =>
  page.getByRole('columnheader').filter({ hasText: name });
const sortButton = (page: Page, name: string): Locator => header(page, name).getByRole('button');
const bodyRows = (page: Page): Locator => page.locator('tbody tr');
const checkbox = (page: Page, name: string): Locator =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const all = (page: Page): Locator => checkbox(page, 'all rows on this page');
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

const BOATS = ['Osprey', 'albatros', 'Éclair', 'Zephyr', 'Bora', 'Mistral', 'Föhn'];

async function expectRows(page: Page, names: string[]): Promise<void> {
  const shown = async (): Promise<string[]> => {
    const texts = await bodyRows(page).allTextContents();
    return texts.map(text => BOATS.find(boat => text.includes(boat)) ?? text);
  };
  await expect.poll(shown).toEqual(names);
}

async function reported(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (window as never as { reported: unknown[] }).reported);
}

test('The table has a caption, column headers and a body', async ({ page }) => {
  await open(page, 'plain');
  await expect(page.locator('table > caption')).toHaveText('Boats');
  await expect(page.locator('thead th[scope=col]')).toHaveText(
    [/Name/, /Length/, /First day/, /Steel/, /Code/],
  );
  await expectRows(page, BOATS);
});

test('A header goes from ascending to descending to unsorted', async ({ page }) => {
  await open(page, 'plain');
  await sortButton(page, 'Name').click();
  await expectRows(page, ['albatros', 'Bora', 'Éclair', 'Föhn', 'Mistral', 'Osprey', 'Zephyr']);
  await sortButton(page, 'Name').click();
  await expectRows(page, ['Zephyr', 'Osprey', 'Mistral', 'Föhn', 'Éclair', 'Bora', 'albatros']);
  await sortButton(page, 'Name').click();
  await expectRows(page, BOATS);
});

test('A column that is clicked after another starts ascending', async ({ page }) => {
  await open(page, 'plain');
  await sortButton(page, 'Length').click();
  await sortButton(page, 'Length').click();
  await expect(header(page, 'Length')).toHaveAttribute('aria-sort', 'descending');
  await sortButton(page, 'Name').click();
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  await expectRows(page, ['albatros', 'Bora', 'Éclair', 'Föhn', 'Mistral', 'Osprey', 'Zephyr']);
});

test('The sorted column alone tells its direction by aria-sort', async ({ page }) => {
  await open(page, 'plain');
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'none');
  await expect(header(page, 'Code')).not.toHaveAttribute('aria-sort', /.*/);
  await expect(sortButton(page, 'Code')).toHaveCount(0);
  await sortButton(page, 'Length').click();
  await expect(header(page, 'Length')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'none');
  await sortButton(page, 'Length').click();
  await expect(header(page, 'Length')).toHaveAttribute('aria-sort', 'descending');
});

test('Numbers are sorted by value, empty ones last in both directions', async ({ page }) => {
  await open(page, 'plain');
  await sortButton(page, 'Length').click();
  await expectRows(page, ['Föhn', 'albatros', 'Zephyr', 'Osprey', 'Mistral', 'Bora', 'Éclair']);
  await sortButton(page, 'Length').click();
  await expectRows(page, ['Bora', 'Mistral', 'Osprey', 'albatros', 'Zephyr', 'Föhn', 'Éclair']);
});

test('Dates are sorted by time, empty ones last', async ({ page }) => {
  await open(page, 'plain');
  await sortButton(page, 'First day').click();
  await expectRows(page, ['Bora', 'Éclair', 'Mistral', 'Osprey', 'Zephyr', 'Föhn', 'albatros']);
});

test('Booleans are sorted by value, equal ones in their original order', async ({ page }) => {
  await open(page, 'plain');
  await sortButton(page, 'Steel').click();
  await expectRows(page, ['albatros', 'Zephyr', 'Mistral', 'Föhn', 'Osprey', 'Éclair', 'Bora']);
});

test('An uncontrolled table starts with its default order and reports changes', async ({ page }) => {
  await open(page, 'sorted');
  await expectRows(page, ['Zephyr', 'Osprey', 'Mistral', 'Föhn', 'Éclair', 'Bora', 'albatros']);
  await sortButton(page, 'Name').click();
  await expectRows(page, BOATS);
  await sortButton(page, 'Length').click();
  await expect.poll(() => reported(page)).toEqual(
    [{ sort: null }, { sort: { columnId: 'length', direction: 'ascending' } }],
  );
});

test('A controlled order stays and changes are only reported', async ({ page }) => {
  await open(page, 'controlled');
  const order = ['albatros', 'Bora', 'Éclair', 'Föhn', 'Mistral', 'Osprey', 'Zephyr'];
  await expectRows(page, order);
  await sortButton(page, 'Name').click();
  await expect.poll(() => reported(page))
    .toEqual([{ sort: { columnId: 'name', direction: 'descending' } }]);
  await expectRows(page, order);
});

test('A controlled selection stays and changes are only reported', async ({ page }) => {
  await open(page, 'controlled');
  await expect(checkbox(page, 'Osprey')).toBeChecked();
  await checkbox(page, 'Bora').click();
  await expect.poll(async () => JSON.stringify(await reported(page))).toContain('b5');
  await expect(checkbox(page, 'Bora')).not.toBeChecked();
  await expect(checkbox(page, 'Osprey')).toBeChecked();
});

test('An uncontrolled selection starts with its default and reports changes', async ({ page }) => {
  await open(page, 'selected');
  await expect(checkbox(page, 'albatros')).toBeChecked();
  await expect(checkbox(page, 'Osprey')).not.toBeChecked();
  await checkbox(page, 'Osprey').click();
  await expect(checkbox(page, 'Osprey')).toBeChecked();
  await checkbox(page, 'albatros').click();
  await expect(checkbox(page, 'albatros')).not.toBeChecked();
  const last = (await reported(page)).at(-1) as { selection: string[] };
  expect([...last.selection].sort()).toEqual(['b1', 'b7']);
});

test('Each row has a checkbox, and selected rows carry aria-selected', async ({ page }) => {
  await open(page, 'pages');
  const row = bodyRows(page).filter({ hasText: 'Osprey' });
  await expect(row).not.toHaveAttribute('aria-selected', 'true');
  await checkbox(page, 'Osprey').click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
});

test('Rows are selected one after another, on several pages, and given up one by one',
  async ({ page }) => {
    await open(page, 'pages');
    const names = [...BOATS.slice(0, 3)].sort(() => Math.random() - 0.5);
    for (const name of names) {
      await checkbox(page, name).click();
      await expect(checkbox(page, name)).toBeChecked();
    }
    await checkbox(page, names[0]).click();
    await expect(checkbox(page, names[0])).not.toBeChecked();
    await button(page, 'Next').click();
    await checkbox(page, 'Bora').click();
    await expect(checkbox(page, 'Zephyr')).not.toBeChecked();
    await button(page, 'Previous').click();
    for (const [at, name] of names.entries()) {
      await expect(checkbox(page, name)).toBeChecked({ checked: at > 0 });
    }
    const last = (await reported(page)).at(-1) as { selection: string[] };
    const ids = [...names.slice(1), 'Bora'].map(name => `b${BOATS.indexOf(name) + 1}`);
    expect([...last.selection].sort()).toEqual(ids.sort());
  });

test('The checkbox of the header selects and clears the page and leaves others alone',
  async ({ page }) => {
    await open(page, 'selected');
    await all(page).click();
    let last = (await reported(page)).at(-1) as { selection: string[] };
    expect([...last.selection].sort()).toEqual(['b1', 'b2', 'b3', 'b7']);
    await expect(all(page)).toBeChecked();
    await all(page).click();
    last = (await reported(page)).at(-1) as { selection: string[] };
    expect(last.selection).toEqual(['b7']);
  });

test('The checkbox of the header is indeterminate when some rows are selected', async ({ page }) => {
  await open(page, 'selected');
  const state = (): Promise<boolean> =>
    all(page).evaluate(each => (each as HTMLInputElement).indeterminate);
  await expect.poll(state).toBe(true);
  await checkbox(page, 'Osprey').click();
  await checkbox(page, 'Éclair').click();
  await expect.poll(state).toBe(false);
  await expect(all(page)).toBeChecked();
});

test('Previous and Next lead through the pages and are disabled at the ends', async ({ page }) => {
  await open(page, 'pages');
  const nav = page.getByRole('navigation', { name: 'Pagination' });
  await expect(nav).toContainText('Page 1 of 3');
  await expect(button(page, 'Previous')).toBeDisabled();
  await expectRows(page, ['Osprey', 'albatros', 'Éclair']);
  await button(page, 'Next').click();
  await expect(nav).toContainText('Page 2 of 3');
  await expectRows(page, ['Zephyr', 'Bora', 'Mistral']);
  await button(page, 'Next').click();
  await expectRows(page, ['Föhn']);
  await expect(button(page, 'Next')).toBeDisabled();
  await button(page, 'Previous').click();
  await expect(nav).toContainText('Page 2 of 3');
});

test('There is no pagination when all rows fit on one page', async ({ page }) => {
  await open(page, 'plain');
  await expectRows(page, BOATS);
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toHaveCount(0);
});

test('Another order leads back to the first page', async ({ page }) => {
  await open(page, 'pages');
  await button(page, 'Next').click();
  await sortButton(page, 'Name').click();
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await expectRows(page, ['albatros', 'Bora', 'Éclair']);
});

test('A sorted table has pages too', async ({ page }) => {
  await open(page, 'pages');
  await sortButton(page, 'Name').click();
  await expectRows(page, ['albatros', 'Bora', 'Éclair']);
  await button(page, 'Next').click();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expectRows(page, ['Föhn', 'Mistral', 'Osprey']);
  await button(page, 'Next').click();
  await expectRows(page, ['Zephyr']);
});

test('With fewer rows the last page that exists is shown', async ({ page }) => {
  await open(page, 'shrinking');
  await button(page, 'Next').click();
  await button(page, 'Next').click();
  await expectRows(page, ['Bora', 'Mistral']);
  await button(page, 'Fewer rows').click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expectRows(page, ['Éclair']);
});

test('Rows that arrive later are shown, counted and divided into pages', async ({ page }) => {
  await open(page, 'arriving');
  await expect(page.locator('tbody')).toContainText('Loading…');
  await button(page, 'First rows').click();
  await expectRows(page, ['Osprey', 'albatros']);
  await checkbox(page, 'albatros').click();
  await button(page, 'More rows').click();
  await expectRows(page, ['Osprey', 'albatros', 'Éclair']);
  await expect(checkbox(page, 'albatros')).toBeChecked();
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await expect(page.locator('[aria-live=polite]')).toContainText('7 rows');
});

test('A live region tells the number of rows and the order', async ({ page }) => {
  await open(page, 'plain');
  const live = page.locator('[aria-live=polite]');
  await expect(live).toContainText('7 rows');
  await sortButton(page, 'Name').click();
  await expect(live).toContainText(/7 rows, sorted by name, ascending/i);
  await sortButton(page, 'First day').click();
  await expect(live).toContainText(/sorted by launched, ascending/);
});

test('The live region counts the rows of all pages', async ({ page }) => {
  await open(page, 'pages');
  await expect(page.locator('[aria-live=polite]')).toContainText('7 rows');
  await button(page, 'Next').click();
  await expect(page.locator('[aria-live=polite]')).toContainText('7 rows');
});

test('While loading the table is busy and shows one row over all columns', async ({ page }) => {
  await open(page, 'loading');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(bodyRows(page)).toHaveCount(1);
  await expect(page.locator('tbody [colspan="6"]')).toContainText('Loading…');
});

test('An error stands in an alert, without Try again if nothing can be tried', async ({ page }) => {
  await open(page, 'error');
  await expect(page.getByRole('alert')).toContainText('The harbour is closed.');
  await expect(page.locator('tbody [colspan="5"]')).toHaveCount(1);
  await expect(button(page, 'Try again')).toHaveCount(0);
});

test('Try again reports the wish', async ({ page }) => {
  await open(page, 'retry');
  await button(page, 'Try again').click();
  await expect.poll(() => reported(page)).toEqual([{ retry: true }]);
});

test('Without rows one row says No data or the given message', async ({ page }) => {
  await open(page, 'empty');
  await expect(page.locator('tbody [colspan="6"]')).toHaveText('No data');
  await open(page, 'message');
  await expect(page.locator('tbody [colspan="5"]')).toHaveText('No boat in sight');
});

test('Cells show dates in the locale, booleans as Yes and No, and nothing for null',
  async ({ page }) => {
    await open(page, 'plain');
    const cells = (name: string): Locator =>
      bodyRows(page).filter({ hasText: name }).locator('td, th');
    await expect(cells('Osprey')).toHaveText(['Osprey', '12', '5/3/2001', 'Yes', 'No. b1']);
    await expect(cells('albatros')).toHaveText(['albatros', '9', '', 'No', 'No. b2']);
    await expect(cells('Éclair')).toHaveText(['Éclair', '', '12/24/1999', 'Yes', 'No. b3']);
  });

test('The demo shows at least twelve lighthouses, five on a page, and counts the selected',
  async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('table > caption')).toHaveText('Lighthouses');
    await expect(bodyRows(page)).toHaveCount(5);
    await expect(page.getByText(/Page 1 of ([3-9]|\d\d)/)).toBeVisible();
    await bodyRows(page).nth(0).getByRole('checkbox').click();
    await bodyRows(page).nth(1).getByRole('checkbox').click();
    await expect(page.locator('p').filter({ hasText: /\b(2|[Tt]wo)\b.*select/ })).toBeVisible();
  });

test('A reader sorts, turns the pages and selects rows as they come', async ({ page }) => {
  await open(page, 'arriving');
  await button(page, 'More rows').click();
  await expectRows(page, ['Osprey', 'albatros', 'Éclair']);
  await sortButton(page, 'Length').click();
  await expectRows(page, ['Föhn', 'albatros', 'Zephyr']);
  await checkbox(page, 'Föhn').click();
  await checkbox(page, 'Zephyr').click();
  await button(page, 'Next').click();
  await expectRows(page, ['Osprey', 'Mistral', 'Bora']);
  await all(page).click();
  await checkbox(page, 'Mistral').click();
  await button(page, 'Previous').click();
  await expect(checkbox(page, 'Föhn')).toBeChecked();
  await expect(checkbox(page, 'albatros')).not.toBeChecked();
  const last = (await reported(page)).at(-1) as { selection: string[] };
  expect([...last.selection].sort()).toEqual(['b1', 'b4', 'b5', 'b7']);
});
