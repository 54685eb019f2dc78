// The tool shed, as the requirements describe it.
import { expect, test, type Locator, type Page } from '@playwright/test';

test.use({ timezoneId: 'Europe/Berlin', locale: 'en-GB' });

interface Tool {
  id: string;
  name: string;
  category: string;
  dailyFee: number;
  addedOn: string;
}

interface Loan {
  id: string;
  toolId: string;
  borrower: string;
  lentOn: string;
  dueOn: string;
  returnedOn: string | null;
}

interface Shed {
  version: number;
  tools: Tool[];
  loans: Loan[];
}

const KEY = 'toolshed.v1';

/** Five tools; on 5 March 2026 the drill is overdue by one day, the mower by three. */
const SHED: Shed = {
  version: 1,
  tools: [
    tool('t1', 'Saw', 'woodwork', 250),
    tool('t2', 'drill', 'electrical', 300),
    tool('t3', 'Lawn mower', 'garden', 450),
    tool('t4', 'Axe', 'garden', 120),
    tool('t5', 'Vacuum', 'cleaning', 80),
  ],
  loans: [
    loan('l1', 't2', 'Ada Okafor', '2026-02-20', '2026-03-04'),
    loan('l2', 't3', 'Mara Lindqvist', '2026-02-23', '2026-03-02'),
    loan('l3', 't4', 'Ben Ruiz', '2026-03-01', '2026-03-05'),
    loan('l4', 't1', 'Cleo Park', '2026-01-10', '2026-01-17', '2026-01-12'),
    loan('l5', 't1', 'Dora Iyer', '2026-02-01', '2026-02-08', '2026-02-01'),
  ],
};

function tool(id: string, name: string, category: string, dailyFee: number): Tool {
  return { id, name, category, dailyFee, addedOn: '2026-01-02' };
}

function loan(
  id: string, toolId: string, borrower: string, lentOn: string, dueOn: string,
  returnedOn: string | null = null,
): Loan {
  return { id, toolId, borrower, lentOn, dueOn, returnedOn };
}

/** Opens an address with that text stored, just after midnight of 5 March 2026 in Berlin. */
async function openWithText(page: Page, text: string | null, path = '/'): Promise<void> {
  await page.clock.install({ time: new Date('2026-03-04T23:30:00Z') });
  if (text !== null) {
    await page.addInitScript(([key, value]) => {
      if (!sessionStorage.getItem('seeded')) {
        sessionStorage.setItem('seeded', 'yes');
        localStorage.setItem(key, value);
      }
    }, [KEY, text]);
  }
  await page.goto(path);
  await expect(heading(page)).toBeVisible();
}

async function open(page: Page, path = '/', shed: Shed = SHED): Promise<void> {
  await openWithText(page, JSON.stringify(shed), path);
}

const main = (page: Page): Locator => page.getByRole('main');
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const toolLink = (page: Page, name: string): Locator =>
  main(page).getByRole('link', { name, exact: true });
const search = (page: Page): Locator => page.getByLabel('Search tools');
const category = (page: Page): Locator => page.getByLabel('Category', { exact: true });
const onlyAvailable = (page: Page): Locator => page.getByLabel('Only available');
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const status = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text });

/** The item of a list or the row of a table that a tool's link stands in. */
const entry = (page: Page, name: string): Locator =>
  main(page).locator('li, tr, article')
    .filter({ has: page.getByRole('link', { name, exact: true }) }).last();

async function expectTools(page: Page, names: string[]): Promise<void> {
  const known = SHED.tools.map(each => each.name);
  const shown = async (): Promise<string[]> => {
    const texts = await main(page).getByRole('link').allTextContents();
    return texts.map(text => text.trim()).filter(text => known.includes(text));
  };
  await expect.poll(shown).toEqual(names);
}

async function stored(page: Page): Promise<Shed> {
  return page.evaluate(key => JSON.parse(localStorage.getItem(key) ?? '{}'), KEY);
}

async function fillTool(page: Page, name: string, group: string, fee: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await category(page).selectOption(group);
  await page.getByLabel('Daily fee in euros').fill(fee);
}

/** The button that sends the form to add a tool, whatever it is called. */
async function submitTool(page: Page): Promise<void> {
  await main(page).locator('form').getByRole('button').first().click();
}

test('The tools stand there in alphabetical order, whatever their letter case', async ({ page }) => {
  await open(page);
  await expect(heading(page)).toHaveText('Tools');
  await expectTools(page, ['Axe', 'drill', 'Lawn mower', 'Saw', 'Vacuum']);
});

test('Each tool shows category, daily fee and whether it is available', async ({ page }) => {
  await open(page);
  await expect(entry(page, 'Saw')).toContainText(/woodwork/i);
  await expect(entry(page, 'Saw')).toContainText('€2.50');
  await expect(entry(page, 'Saw')).toContainText('Available');
  await expect(entry(page, 'Axe')).toContainText('On loan');
  await expect(entry(page, 'drill')).toContainText('Overdue');
});

test('On its due day a loan is not overdue yet', async ({ page }) => {
  await open(page);
  await expect(entry(page, 'Axe')).toContainText('On loan');
  await expect(entry(page, 'Axe')).not.toContainText('Overdue');
});

test('The search finds a part of the name without regard to case and spaces', async ({ page }) => {
  await open(page);
  await search(page).fill('  LAW ');
  await expectTools(page, ['Lawn mower']);
  await search(page).fill('a');
  await expectTools(page, ['Axe', 'Lawn mower', 'Saw', 'Vacuum']);
});

test('Two words can be typed into the search', async ({ page }) => {
  await open(page);
  await search(page).pressSequentially('lawn m');
  await expect(search(page)).toHaveValue('lawn m');
  await expectTools(page, ['Lawn mower']);
});

test('Category and Only available narrow the list together', async ({ page }) => {
  await open(page);
  await expect(category(page).getByRole('option').first()).toHaveText('All categories');
  await category(page).selectOption('garden');
  await expectTools(page, ['Axe', 'Lawn mower']);
  await category(page).selectOption({ label: 'All categories' });
  await onlyAvailable(page).click();
  await expect(onlyAvailable(page)).toBeChecked();
  await expectTools(page, ['Saw', 'Vacuum']);
});

test('The filters live in the address and leave it at their defaults', async ({ page }) => {
  await open(page);
  await search(page).fill('saw');
  await category(page).selectOption('woodwork');
  await onlyAvailable(page).click();
  await expect(onlyAvailable(page)).toBeChecked();
  await expect(page).toHaveURL(url => url.searchParams.get('q')?.trim() === 'saw'
    && url.searchParams.get('category') === 'woodwork'
    && url.searchParams.get('available') === '1');
  await search(page).fill('');
  await category(page).selectOption({ label: 'All categories' });
  await onlyAvailable(page).click();
  await expect(onlyAvailable(page)).not.toBeChecked();
  await expect(page).toHaveURL(url => url.search === '');
});

test('The filters are read from the address', async ({ page }) => {
  await open(page, '/?q=a&category=garden');
  await expect(search(page)).toHaveValue('a');
  await expect(category(page)).toHaveValue('garden');
  await expectTools(page, ['Axe', 'Lawn mower']);
});

test('Filtering replaces the entry of the history', async ({ page }) => {
  await open(page, '/loans');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click();
  await search(page).fill('saw');
  await expect(page).toHaveURL(/q=saw/);
  await page.goBack();
  await expect(heading(page)).toHaveText('Open loans');
});

test('A line tells how many of all tools are shown', async ({ page }) => {
  await open(page);
  await expect(page.getByText('5 of 5 tools')).toBeVisible();
  await category(page).selectOption('garden');
  await expect(page.getByText('2 of 5 tools')).toBeVisible();
});

test('Without a match the page says so and offers to reset the filters', async ({ page }) => {
  await open(page);
  await search(page).fill('zzz');
  await expect(page.getByText('No tools match.')).toBeVisible();
  await button(page, 'Reset filters').click();
  await expect(search(page)).toHaveValue('');
  await expectTools(page, ['Axe', 'drill', 'Lawn mower', 'Saw', 'Vacuum']);
});

test('A new tool is added, shown on its page and told of', async ({ page }) => {
  await open(page);
  await main(page).getByRole('link', { name: 'Add a tool' }).click();
  await expect(heading(page)).toHaveText('Add a tool');
  await fillTool(page, '  Hedge trimmer ', 'garden', '19.99');
  await submitTool(page);
  await expect(heading(page)).toHaveText('Hedge trimmer');
  await expect(status(page, 'Hedge trimmer added.')).toBeVisible();
  await expect(main(page)).toContainText('€19.99');
  await expect(main(page)).toContainText('5 Mar 2026');
  await page.goBack();
  await expect(heading(page)).toHaveText('Tools');
});

test('The empty form names each wrong field and puts the focus on the first', async ({ page }) => {
  await open(page, '/tools/new');
  await submitTool(page);
  await expect(page.getByText('Enter a name of 2 to 60 characters.')).toBeVisible();
  await expect(page.getByText('Choose a category.')).toBeVisible();
  await expect(page.getByText('Enter an amount from 0 to 100 with at most two decimals.'))
    .toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
});

test('A wrong field is marked as invalid and described by its message', async ({ page }) => {
  await open(page, '/tools/new');
  await fillTool(page, 'Ladder', 'garden', '200');
  await submitTool(page);
  const fee = page.getByLabel('Daily fee in euros');
  await expect(fee).toHaveAttribute('aria-invalid', 'true');
  await expect(fee).toHaveAccessibleDescription(/Enter an amount from 0 to 100/);
  await expect(fee).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveAttribute('aria-invalid', 'true');
});

test('A name that is taken is refused, letter case aside', async ({ page }) => {
  await open(page, '/tools/new');
  await fillTool(page, ' LAWN Mower', 'garden', '1');
  await submitTool(page);
  await expect(page.getByText('There is already a tool with this name.')).toBeVisible();
  expect((await stored(page)).tools).toHaveLength(5);
});

test('A name has at most 60 characters', async ({ page }) => {
  await open(page, '/tools/new');
  const longest = 'x'.repeat(60);
  const name = page.getByLabel('Name', { exact: true });
  await fillTool(page, longest, 'garden', '1');
  await name.pressSequentially('x');
  let written = '';
  await expect.poll(async () => {
    written = await name.inputValue();
    return written.length;
  }).toBeGreaterThanOrEqual(longest.length);
  if (written !== longest) { // a field may also refuse the 61st
    await submitTool(page);
    await expect(page.getByText('Enter a name of 2 to 60 characters.')).toBeVisible();
    await name.press('Backspace');
  }
  await submitTool(page);
  await expect(heading(page)).toHaveText(longest);
});

test('A fee has at most two decimals and is at most 100', async ({ page }) => {
  await open(page, '/tools/new');
  const message = page.getByText('Enter an amount from 0 to 100 with at most two decimals.');
  for (const fee of ['1.234', '100.01', '-1']) {
    await fillTool(page, 'Ladder', 'garden', fee);
    await submitTool(page);
    await expect(message).toBeVisible();
  }
  await fillTool(page, 'Ladder', 'garden', '100');
  await submitTool(page);
  await expect(heading(page)).toHaveText('Ladder');
});

test('An available tool can be lent, by default for seven days', async ({ page }) => {
  await open(page);
  await toolLink(page, 'Saw').click();
  await expect(heading(page)).toHaveText('Saw');
  await expect(page.getByLabel('Due on')).toHaveValue('2026-03-12');
  await page.getByLabel('Borrower').fill('  Ada Okafor ');
  await button(page, 'Lend').click();
  await expect(main(page)).toContainText('On loan to Ada Okafor until 12 Mar 2026');
  await expect(status(page, 'Lent to Ada Okafor.')).toBeVisible();
  await expect(button(page, 'Lend')).toHaveCount(0);
});

test('Without a borrower nothing is lent', async ({ page }) => {
  await open(page, '/tools/t1');
  await page.getByLabel('Borrower').fill('   ');
  await button(page, 'Lend').click();
  await expect(button(page, 'Take back')).toHaveCount(0);
  expect((await stored(page)).loans).toHaveLength(5);
});

test('A due day before today is refused', async ({ page }) => {
  await open(page, '/tools/t1');
  await page.getByLabel('Borrower').fill('Ada Okafor');
  await page.getByLabel('Due on').fill('2026-03-04');
  await button(page, 'Lend').click();
  await expect(button(page, 'Take back')).toHaveCount(0);
  await page.getByLabel('Due on').fill('2026-03-05');
  await button(page, 'Lend').click();
  await expect(button(page, 'Take back')).toBeVisible();
});

test('A tool that is out can be taken back and lent again', async ({ page }) => {
  await open(page, '/tools/t3');
  await expect(main(page)).toContainText('On loan to Mara Lindqvist until 2 Mar 2026');
  await button(page, 'Take back').click();
  await expect(status(page, 'Taken back.')).toBeVisible();
  await expect(button(page, 'Lend')).toBeVisible();
  await expect.poll(async () => (await stored(page)).loans.find(each => each.id === 'l2'))
    .toMatchObject({ returnedOn: '2026-03-05' });
  await page.getByLabel('Borrower').fill('Nia Holt');
  await button(page, 'Lend').click();
  await expect(main(page)).toContainText('On loan to Nia Holt until 12 Mar 2026');
  await expect(button(page, 'Take back')).toBeVisible();
  await expect(button(page, 'Lend')).toHaveCount(0);
});

test('The history shows the newest loan first, with its fee for both days included',
  async ({ page }) => {
    await open(page, '/tools/t1');
    const lines = page.getByRole('row').filter({ hasText: /Cleo|Dora/ });
    await expect(lines).toHaveCount(2);
    await expect(lines.nth(0)).toContainText('Dora Iyer');
    await expect(lines.nth(0)).toContainText('€2.50');
    await expect(lines.nth(1)).toContainText('Cleo Park');
    await expect(lines.nth(1)).toContainText('10 Jan 2026');
    await expect(lines.nth(1)).toContainText('17 Jan 2026');
    await expect(lines.nth(1)).toContainText('12 Jan 2026');
    await expect(lines.nth(1)).toContainText('€7.50');
  });

test('The fee of a loan that is out runs until today', async ({ page }) => {
  await open(page, '/tools/t4');
  await expect(page.getByRole('row').filter({ hasText: 'Ben Ruiz' })).toContainText('€6.00');
});

test('A tool without loans says Not lent yet', async ({ page }) => {
  await open(page, '/tools/t5');
  await expect(page.getByText('Not lent yet.')).toBeVisible();
});

test('Open loans are counted and sorted by due day', async ({ page }) => {
  await open(page, '/loans');
  await expect(heading(page)).toHaveText('Open loans');
  await expect(page.getByText('3 open, 2 overdue')).toBeVisible();
  await expectTools(page, ['Lawn mower', 'drill', 'Axe']);
  await expect(main(page)).toContainText('Ada Okafor');
});

test('A late loan says for how many days, one day in the singular', async ({ page }) => {
  await open(page, '/loans');
  await expect(entry(page, 'Lawn mower')).toContainText('3 days late');
  await expect(entry(page, 'drill')).toContainText('1 day late');
  await expect(entry(page, 'Axe')).not.toContainText('late');
});

test('Without open loans the page says that nothing is on loan', async ({ page }) => {
  await open(page, '/loans', { ...SHED, loans: SHED.loans.filter(each => each.returnedOn) });
  await expect(page.getByText('Nothing is on loan.')).toBeVisible();
});

test('An unknown address leads to Page not found and back', async ({ page }) => {
  await open(page, '/nowhere');
  await expect(heading(page)).toHaveText('Page not found');
  await main(page).getByRole('link', { name: 'Back to the tools' }).click();
  await expect(heading(page)).toHaveText('Tools');
});

test('An unknown tool leads to Page not found', async ({ page }) => {
  await open(page, '/tools/t99');
  await expect(heading(page)).toHaveText('Page not found');
});

test('The first visit starts with six tools, one lent to Mara Lindqvist', async ({ page }) => {
  await openWithText(page, null);
  await expect(page.getByText('6 of 6 tools')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Open loans' }).click();
  await expect(page.getByText('1 open, 1 overdue')).toBeVisible();
  await expect(main(page)).toContainText('Mara Lindqvist');
  await expect(main(page)).toContainText('2 Mar 2026');
  await expect(main(page)).toContainText('3 days late');
});

test('Stored text of a wrong form gives way to the six tools', async ({ page }) => {
  await openWithText(page, '{"version":1,"tools":"none"}');
  await expect(page.getByText('6 of 6 tools')).toBeVisible();
});

test('Stored text that is no JSON gives way to the six tools', async ({ page }) => {
  await openWithText(page, '{broken');
  await expect(page.getByText('6 of 6 tools')).toBeVisible();
});

test('Storage that throws does not break the application', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = (): never => { throw new DOMException('denied', 'SecurityError'); };
    Storage.prototype.getItem = refuse;
    Storage.prototype.setItem = refuse;
  });
  await page.goto('/');
  await expect(page.getByText('6 of 6 tools')).toBeVisible();
});

test('What was done is there after a reload, stored in version 1', async ({ page }) => {
  await open(page, '/tools/t5');
  await page.getByLabel('Borrower').fill('Ada Okafor');
  await button(page, 'Lend').click();
  await expect(button(page, 'Take back')).toBeVisible();
  await expect.poll(async () => (await stored(page)).loans.length).toBe(6);
  expect((await stored(page)).version).toBe(1);
  await page.reload();
  await expect(main(page)).toContainText('On loan to Ada Okafor until');
});

test('The title of the document follows the heading', async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle('Tools – Tool shed');
  await page.getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Open loans' }).click();
  await expect(page).toHaveTitle('Open loans – Tool shed');
});

test('After navigation the heading has the focus, but not on the first load', async ({ page }) => {
  await open(page);
  await expect(heading(page)).not.toBeFocused();
  await page.getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Open loans' }).click();
  await expect(heading(page)).toHaveText('Open loans');
  await expect(heading(page)).toBeFocused();
});

test('Typing into the search keeps the focus there', async ({ page }) => {
  await open(page);
  await search(page).pressSequentially('saw');
  await expect(page).toHaveURL(/q=saw/);
  await expect(search(page)).toBeFocused();
});

test('The navigation marks the current page', async ({ page }) => {
  await open(page, '/loans');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Open loans' }))
    .toHaveAttribute('aria-current', 'page');
  await expect(nav.getByRole('link', { name: 'Tools' })).not.toHaveAttribute('aria-current', 'page');
});

test('A skip link leads to the content', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('link', { name: 'Skip to content' }))
    .toHaveAttribute('href', /#content$/);
  await expect(main(page)).toHaveAttribute('id', 'content');
});

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('West of Greenwich days are the same', async ({ page }) => {
    await open(page, '/tools/t3');
    await expect(main(page)).toContainText('2 Jan 2026');
    await expect(main(page)).toContainText('On loan to Mara Lindqvist until 2 Mar 2026');
    await expect(page.getByRole('row').filter({ hasText: 'Mara Lindqvist' })).toContainText('23 Feb 2026');
  });
});
