// The application shell of the project, built with the environment beside this file.
import { expect, test } from '@playwright/test';

test('The shell shows the title of the environment as its only h1', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quay of Assay');
});

test('The shell starts without an error', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(error.message));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);
});

test('The build has source maps of the shell', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => {
    const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
    const maps = await Promise.all(scripts.map(async each => (await fetch(`${each.src}.map`)).text()));
    return maps.join();
  })).toContain('src/App.tsx');
});
