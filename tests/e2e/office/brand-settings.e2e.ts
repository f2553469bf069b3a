import type { Page } from '@playwright/test';
import { inkOf, railOf } from '#domain/basics/shades.ts';
import { readMail } from '#testing/readers/read-mail.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { startServer } from '#testing/world/server-process.ts';
import { expect, test } from '../world.ts';

// The brand is that of the whole platform, so no other story may run on it.
test.use({ isAlone: 'brand-settings' });

const COLOR = '#ffb400';
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="32"><script>alert(1)</script>
  <rect width="160" height="32" fill="#ffffff"/></svg>`;

const choose = (page: Page, label: string, content: string) =>
  page
    .getByLabel(label, { exact: true })
    .and(page.locator('input'))
    .setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(content),
    });

// The story changes the brand of the platform, which other stories expect.
test.use({ isAlone: 'brand' });

test('an owner changes name, color and logo, and another process shows them on sign-in and in an email', async ({
  world,
  signIn,
  open,
}) => {
  const { mails, smtpUrl, close } = await mailServer(0);
  const other = await startServer({ DATABASE_URL: world.url, SMTP_URL: smtpUrl() });
  try {
    const owner = await world.person({ role: 'Admin' });
    const page = await signIn(owner);
    await page.goto('/admin/platform');
    const logo = page.getByRole('group', { name: 'Logo' });

    await test.step('a bad color and a bad file are refused at their place', async () => {
      await page.getByLabel('Color', { exact: true }).fill('green');
      await page.getByRole('button', { name: 'Save name and look' }).click();
      await expect(page.getByText('Enter a color such as #0b7a5b')).toBeVisible();
      await choose(page, 'Upload logo', 'no image');
      await expect(logo.getByRole('alert')).toContainText('.svg, .png, .webp');
    });

    await test.step('the preview shows the contrast, and the page has the new brand at once', async () => {
      await page.getByLabel('Name', { exact: true }).fill('Suria');
      await page.getByLabel('Color', { exact: true }).fill(COLOR);
      await expect(page.getByText(/^Button: contrast/).first()).toBeVisible();
      for (const text of await page.getByText(/: contrast/).allTextContents())
        expect(Number(/[\d.]+$/.exec(text)?.[0])).toBeGreaterThanOrEqual(4.5);
      await page.getByRole('button', { name: 'Save name and look' }).click();
      await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', railOf(COLOR));
      await expect(
        page
          .getByRole('img', { name: 'Suria' })
          .or(page.getByText('Suria', { exact: true }))
          .first(),
      ).toBeVisible();
      await choose(page, 'Upload logo', LOGO);
      await expect(logo.getByRole('img')).toHaveAttribute('src', /^\/brand\/uploaded\//);
      const heightOf = () => logo.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalHeight);
      await expect.poll(heightOf).toBe(192);
    });

    await test.step('another process has them on the sign-in page', async () => {
      const theirs = await open({ baseURL: other.baseUrl });
      await theirs.goto('/login');
      await expect(theirs).toHaveTitle(/Suria/);
      const shown = theirs.getByRole('img', { name: 'Suria' }).first();
      await expect(shown).toHaveAttribute('src', (await logo.getByRole('img').getAttribute('src')) ?? '');
    });

    await test.step('the other process sends an email with them', async () => {
      await page.goto('/admin/mails');
      await page.getByRole('button', { name: /test/i }).click();
      await expect.poll(() => mails.filter((mail) => mail.includes('Suria')).length).toBeGreaterThan(0);
      const mail = readMail(mails.find((one) => one.includes('Suria')) ?? '');
      expect(mail.from).toMatch(/^"?Suria"? </);
      expect(mail.html).toContain(inkOf(COLOR));
    });

    await test.step('an empty field and the default logo lead back', async () => {
      await page.goto('/admin/platform');
      await logo.getByRole('button', { name: 'Use default logo' }).click();
      await page.getByLabel('Name', { exact: true }).fill('');
      await page.getByLabel('Color', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save name and look' }).click();
      await expect(logo.getByRole('img')).toHaveAttribute('src', '/logo-tnbx.svg');
    });
  } finally {
    await other.kill();
    await close();
  }
});
