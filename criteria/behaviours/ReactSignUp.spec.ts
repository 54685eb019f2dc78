// The sign-up form of the rowing club. Written against the legacy source in React 16 with redux.
import { expect, test, type Locator, type Page } from '@playwright/test';

interface Sent {
  method: string;
  body: unknown;
}

interface Reply {
  status: number;
  json?: unknown;
  /** Answers only when it is resolved. */
  after?: Promise<void>;
}

/** Opens the page; the server answers each request by the next reply, the last one for all others. */
async function open(page: Page, ...replies: Reply[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  await page.route('**/api/members', async route => {
    sent.push({ method: route.request().method(), body: route.request().postDataJSON() });
    const reply = replies[Math.min(sent.length, replies.length) - 1];
    await reply?.after;
    if (!reply) {
      await route.abort('connectionrefused');
    } else {
      await route.fulfill({ status: reply.status, json: reply.json ?? {} });
    }
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /Join the Tidewater/ })).toBeVisible();
  return sent;
}

/** The input of a row of the form; the source's labels are not tied to their inputs. */
const field = (page: Page, name: string): Locator => page.locator(`input[name="${name}"]`)
  .or(page.getByLabel(LABELS[name], { exact: true })).first();

const LABELS: Record<string, string> = {
  fullName: 'Full name',
  email: 'Email',
  password: 'Password',
  confirmation: 'Repeat the password',
};

const rules = (page: Page): Locator => page.getByRole('checkbox');
const submit = (page: Page): Locator => page.getByRole('button', { name: 'Sign up' });

const NAME = 'Please tell us your name';
const EMAIL = 'This is not an email address';
const PASSWORD = 'Use at least 8 characters with a digit';
const CONFIRMATION = 'The passwords do not match';
const RULES = 'You must accept the club rules';

async function fill(page: Page): Promise<void> {
  await field(page, 'fullName').fill('Ann Oar');
  await field(page, 'email').fill('ann@example.org');
  await field(page, 'password').fill('strokes8');
  await field(page, 'confirmation').fill('strokes8');
  await rules(page).click();
  await expect(rules(page)).toBeChecked();
}

/** Types the text, leaves the field, and says whether the message stands there. */
async function expectMessage(
  page: Page, name: string, text: string, message: string, shown: boolean,
): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).blur();
  await expect(page.getByText(message)).toHaveCount(shown ? 1 : 0);
}

const WELCOME: Reply = { status: 201, json: { id: 7, fullName: 'Ann Oar' } };

test('The page has the title of the club and asks to join it', async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle('Tidewater Rowing Club');
  await expect(page.getByRole('heading', { level: 1 }))
    .toHaveText('Join the Tidewater Rowing Club');
});

test('The form has four fields, of which two are passwords', async ({ page }) => {
  await open(page);
  for (const label of Object.values(LABELS)) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(field(page, 'password')).toHaveAttribute('type', 'password');
  await expect(field(page, 'confirmation')).toHaveAttribute('type', 'password');
  await expect(field(page, 'fullName')).toHaveValue('');
});

test('A checkbox for the club rules starts without a tick, and the button says Sign up',
  async ({ page }) => {
    await open(page);
    await expect(page.getByText('I have read the club rules')).toBeVisible();
    await expect(rules(page)).not.toBeChecked();
    await expect(submit(page)).toBeEnabled();
  });

test('A click on a label leads to its field', { tag: '@defect' }, async ({ page }) => {
  await open(page);
  for (const [name, label] of Object.entries(LABELS)) {
    await page.getByText(label, { exact: true }).click();
    await expect(field(page, name)).toBeFocused();
  }
});

test('A name needs two characters beside spaces', async ({ page }) => {
  await open(page);
  await expectMessage(page, 'fullName', '', NAME, true);
  await expectMessage(page, 'fullName', ' A ', NAME, true);
  await expectMessage(page, 'fullName', 'Al', NAME, false);
});

test('An email needs an at sign and a domain with a dot', async ({ page }) => {
  await open(page);
  await expectMessage(page, 'email', 'ann.example.org', EMAIL, true);
  await expectMessage(page, 'email', 'ann@example', EMAIL, true);
  await expectMessage(page, 'email', 'an n@example.org', EMAIL, true);
  await expectMessage(page, 'email', 'ann@example.org', EMAIL, false);
});

test('A password needs eight characters and a digit', async ({ page }) => {
  await open(page);
  await expectMessage(page, 'password', 'stroke8', PASSWORD, true);
  await expectMessage(page, 'password', 'strokeside', PASSWORD, true);
  await expectMessage(page, 'password', 'strokes8', PASSWORD, false);
});

test('The repeated password must be the same', async ({ page }) => {
  await open(page);
  await field(page, 'password').fill('strokes8');
  await expectMessage(page, 'confirmation', 'strokes9', CONFIRMATION, true);
  await expectMessage(page, 'confirmation', 'strokes8', CONFIRMATION, false);
});

test('Without the tick the rules are asked for when the form is sent', async ({ page }) => {
  const sent = await open(page, WELCOME);
  await fill(page);
  await rules(page).click();
  await expect(rules(page)).not.toBeChecked();
  await submit(page).click();
  await expect(page.getByText(RULES)).toBeVisible();
  expect(sent).toHaveLength(0);
  await rules(page).click();
  await expect(rules(page)).toBeChecked();
  await submit(page).click();
  await expect.poll(() => sent.length).toBe(1);
});

test('Typing alone shows no message, leaving the field does', async ({ page }) => {
  await open(page);
  await field(page, 'email').pressSequentially('ann');
  await expect(page.getByText(EMAIL)).toHaveCount(0);
  await field(page, 'email').blur();
  await expect(page.getByText(EMAIL)).toBeVisible();
  await expect(page.getByText(NAME)).toHaveCount(0);
  await rules(page).focus();
  await field(page, 'password').focus();
  await field(page, 'password').blur();
  await expect(page.getByText(PASSWORD)).toBeVisible();
  await expect(page.getByText(RULES)).toHaveCount(0);
});

test('Sending the empty form shows every message that applies and requests nothing',
  async ({ page }) => {
    const sent = await open(page, WELCOME);
    await submit(page).click();
    for (const message of [NAME, EMAIL, PASSWORD, RULES]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(page.getByText(CONFIRMATION)).toHaveCount(0);
    expect(sent).toHaveLength(0);
  });

test('One wrong field is enough to hold the request back', async ({ page }) => {
  const sent = await open(page, WELCOME);
  await fill(page);
  await field(page, 'confirmation').fill('strokes9');
  await submit(page).click();
  await expect(page.getByText(CONFIRMATION)).toBeVisible();
  expect(sent).toHaveLength(0);
});

test('A valid form is posted with name, email and password alone', async ({ page }) => {
  const sent = await open(page, WELCOME);
  await fill(page);
  await submit(page).click();
  await expect.poll(() => sent).toEqual([{
    method: 'POST',
    body: { fullName: 'Ann Oar', email: 'ann@example.org', password: 'strokes8' },
  }]);
});

test('Enter in a field sends the form', async ({ page }) => {
  const sent = await open(page, WELCOME);
  await fill(page);
  await field(page, 'fullName').press('Enter');
  await expect.poll(() => sent.length).toBe(1);
});

test('While the request is under way the button is disabled and old messages are gone',
  async ({ page }) => {
    let finish = (): void => undefined;
    const after = new Promise<void>(resolve => { finish = resolve; });
    const taken = { errors: { email: 'Already a member' } };
    await open(page, { status: 422, json: taken }, { ...WELCOME, after });
    await fill(page);
    await submit(page).click();
    await expect(page.getByText('Already a member')).toBeVisible();
    await submit(page).click();
    await expect(submit(page)).toBeDisabled();
    await expect(page.getByText('Already a member')).toHaveCount(0);
    finish();
    await expect(page.getByText('Welcome aboard, Ann Oar!')).toBeVisible();
  });

test('Field errors of the server stand in the form, and the button works again',
  async ({ page }) => {
    const errors = { email: 'Already a member', fullName: 'Too short for us' };
    const sent = await open(page, { status: 422, json: { errors } }, WELCOME);
    await fill(page);
    await submit(page).click();
    await expect(page.getByText('Already a member')).toBeVisible();
    await expect(page.getByText('Too short for us')).toBeVisible();
    await expect(field(page, 'email')).toHaveValue('ann@example.org');
    await expect(submit(page)).toBeEnabled();
    await submit(page).click();
    await expect.poll(() => sent.length).toBe(2);
    await expect(page.getByText('Welcome aboard, Ann Oar!')).toBeVisible();
  });

test('When the server cannot be reached the form stays and can be sent again',
  { tag: '@defect' }, async ({ page }) => {
    const sent = await open(page);
    await fill(page);
    await submit(page).click();
    await expect.poll(() => sent.length).toBe(1);
    await expect(submit(page)).toBeEnabled();
    await expect(field(page, 'fullName')).toHaveValue('Ann Oar');
    await submit(page).click();
    await expect.poll(() => sent.length).toBe(2);
  });

test('An error of the server that names no fields leaves the form to be sent again',
  { tag: '@defect' }, async ({ page }) => {
    const sent = await open(page, { status: 500, json: { message: 'Out of order' } }, WELCOME);
    await fill(page);
    await submit(page).click();
    await expect.poll(() => sent.length).toBe(1);
    await expect(submit(page)).toBeEnabled();
    await submit(page).click();
    await expect(page.getByText('Welcome aboard, Ann Oar!')).toBeVisible();
  });

test('After success the welcome with the name of the answer takes the place of the form',
  async ({ page }) => {
    await open(page, { status: 201, json: { id: 7, fullName: 'Captain Ann Oar' } });
    await fill(page);
    await submit(page).click();
    await expect(page.getByRole('heading', { level: 1 }))
      .toHaveText('Welcome aboard, Captain Ann Oar!');
    await expect(submit(page)).toHaveCount(0);
  });
