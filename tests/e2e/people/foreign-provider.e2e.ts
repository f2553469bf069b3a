import { foreignProviderSettings, startForeignProvider } from '#testing/stand-ins/foreign-provider.ts';
import { freePort } from '#testing/world/free-port.ts';
import { startServer } from '#testing/world/server-process.ts';
import { expect, test } from '../world.ts';

test('people of a foreign OpenID provider sign in there, return, and sign out at both', async ({ world, open }) => {
  const PORT = String(await freePort());
  const baseURL = `http://127.0.0.1:${PORT}`;
  const foreign = await startForeignProvider(baseURL);
  const server = await startServer({
    DATABASE_URL: world.url,
    PORT,
    PUBLIC_URL: baseURL,
    ...foreignProviderSettings(foreign),
  });
  try {
    const page = await open({ baseURL });
    const theirs = new RegExp(`^${foreign.issuer}/interaction/`);
    await page.goto('/user/past');
    await expect(page).toHaveURL(theirs);
    // A user who cancels the sign-in sees a message and can try again.
    await page.getByText(/cancel/i).click();
    await expect(page.getByRole('alert')).toContainText('Sign-in was cancelled or denied');
    await page.getByRole('link', { name: 'Start over' }).click();
    await expect(page).toHaveURL(theirs);
    await page.locator('[name=login]').fill('somebody');
    await page.locator('[name=password]').fill('anything');
    await page.locator('[type=submit]').click();
    await page.getByRole('button', { name: /continue/i }).click();
    await expect(page).toHaveURL(/\/user\//);
    await expect(page.getByRole('button', { name: /id-[0-9a-f]{10}/ })).toBeVisible();

    await page.goto('/logout');
    await page.getByRole('button', { name: /yes/i }).click();
    await expect(page.getByRole('heading', { name: 'You’ve signed out' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(theirs);
    await expect(page.locator('[name=login]')).toBeVisible();
  } finally {
    await server.kill();
    await foreign.close();
  }
});
