// The template of a city administration: how it starts, and that it leads to the identity provider, which is played here.
import { expect, test, type Locator, type Page } from '@playwright/test';

const CONFIG = {
  environment: 'production',
  apiBaseUrl: 'http://127.0.0.1:4173/desk-api',
  oidc: { authority: 'http://127.0.0.1:4173/idp', clientId: 'permit-desk' },
  telemetryUrl: null,
};

interface Reply {
  status?: number;
  json?: unknown;
  body?: string;
  lost?: boolean;
}

/** Opens an address with this configuration; the list has each address of the provider that was visited. */
async function open(page: Page, address: string, config: Reply): Promise<URL[]> {
  const visited: URL[] = [];
  await page.route(/\/config\.json/, async route => {
    if (config.lost) await route.abort('connectionrefused');
    else if (config.body === undefined) {
      await route.fulfill({ status: config.status ?? 200, json: config.json ?? CONFIG });
    } else await route.fulfill({ status: config.status ?? 200, body: config.body });
  });
  await page.route(/\/idp\//, async route => {
    const url = new URL(route.request().url());
    visited.push(url);
    if (url.pathname.endsWith('/openid-configuration')) {
      await route.fulfill({
        json: {
          issuer: CONFIG.oidc.authority,
          authorization_endpoint: `${CONFIG.oidc.authority}/authorize`,
          token_endpoint: `${CONFIG.oidc.authority}/token`,
          jwks_uri: `${CONFIG.oidc.authority}/keys`,
          end_session_endpoint: `${CONFIG.oidc.authority}/logout`,
        },
      });
    } else if (url.pathname.endsWith('/authorize')) {
      await route.fulfill({ contentType: 'text/html', body: '<h1>Identity provider</h1>' });
    } else {
      await route.fulfill({ status: 404, json: {} });
    }
  });
  await page.goto(address);
  return visited;
}

const failure = (page: Page): Locator => page.getByText('The application could not be started.');

async function expectFailure(page: Page, config: Reply): Promise<void> {
  await open(page, '/permits', config);
  await expect(failure(page)).toBeVisible();
  await expect.poll(async () => (await page.locator('body').innerText()).length)
    .toBeGreaterThan('The application could not be started.'.length + 3);
}

test('A configuration that is not there is told with the reason', async ({ page }) => {
  await expectFailure(page, { status: 404, body: 'not here' });
});

test('A configuration that cannot be fetched is told with the reason', async ({ page }) => {
  await expectFailure(page, { lost: true });
});

test('A configuration that is no JSON is told with the reason', async ({ page }) => {
  await expectFailure(page, { body: '<!doctype html><p>index</p>' });
});

test('A configuration without an environment is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, environment: undefined } });
});

test('A configuration with an unknown environment is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, environment: 'staging' } });
});

test('A configuration without the address of the API is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, apiBaseUrl: undefined } });
});

test('A configuration without a client id is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, oidc: { authority: CONFIG.oidc.authority } } });
});

test('A telemetry address that is no URL is refused', async ({ page }) => {
  await expectFailure(page, { json: { ...CONFIG, telemetryUrl: 'not a url' } });
});

test('Who is not signed in is sent to the provider by code with PKCE', async ({ page }) => {
  const visited = await open(page, '/permits', {});
  await expect(page.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
  const asked = visited.find(each => each.pathname.endsWith('/authorize'))?.searchParams;
  expect(asked?.get('response_type')).toBe('code');
  expect(asked?.get('client_id')).toBe('permit-desk');
  expect(asked?.get('code_challenge_method')).toBe('S256');
  expect(asked?.get('redirect_uri')).toMatch(/\/signin-callback$/);
  await expect(failure(page)).toHaveCount(0);
});
