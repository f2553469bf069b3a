import { execFileSync } from 'node:child_process';
import { readMail } from '#testing/readers/read-mail.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { startServer } from '#testing/world/server-process.ts';
import { expect, test } from '../world.ts';

// One file adds a language, with a handful of phrases. The languages on offer are those of the whole platform, so no
// other story may run on it.
const PHRASES_FOLDER = 'tests/e2e/phrases';
test.use({ isAlone: 'added-language', settings: { PHRASES_FOLDER, LANGUAGE_CHOICE: 'on' } });

test('one file adds a language: an owner offers it, and pages and emails are in it', async ({
  world,
  signIn,
  open,
}) => {
  const { mails, smtpUrl, close } = await mailServer(0);
  const other = await startServer({
    DATABASE_URL: world.url,
    PHRASES_FOLDER,
    LANGUAGE_CHOICE: 'on',
    SMTP_URL: smtpUrl(),
  });
  try {
    const page = await signIn(await world.person({ role: 'Admin' }));
    await page.goto('/admin/platform');
    const menu = page.getByRole('group', { name: /^(Language|Bahasa)$/ });

    await test.step('an owner offers it, and the menu has it at once', async () => {
      await expect(menu.getByRole('button')).toHaveText(['English', '中文']);
      const malay = page.getByRole('checkbox', { name: 'Melayu' });
      await expect(malay).not.toBeChecked();
      await expect(page.getByText(/[\d,]{5,} phrases are not translated/)).toBeVisible();
      await malay.check();
      await page.getByRole('button', { name: 'Save languages' }).click();
      await expect(menu.getByRole('button')).toHaveText(['English', '中文', 'Melayu']);
    });

    await test.step('pages are in it, with English where the file has no usable phrase', async () => {
      await menu.getByRole('button', { name: 'Melayu' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tetapan platform');
      await expect(page.locator('html')).toHaveAttribute('lang', 'ms');
      await expect(page.getByRole('button', { name: 'Simpan bahasa' })).toBeVisible();
      await expect(
        page.getByText('New companies, phone numbers, items and plants are from the countries in these lists.'),
      ).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tetapan platform');
    });

    await test.step('another process sends an email in it', async () => {
      const theirs = await open({ baseURL: other.baseUrl, storageState: await page.context().storageState() });
      await theirs.goto('/login');
      await theirs.getByText('Melayu').click();
      await expect(theirs.getByLabel('Nama pengguna')).toBeVisible();
      await page.goto('/admin/mails');
      await page.getByRole('button', { name: 'Hantar e-mel ujian' }).click();
      const testMail = () => mails.map(readMail).find(({ subject }) => subject.includes('TNBX: e-mel ujian'));
      await expect.poll(() => testMail()?.body).toContain('Salam ');
      expect(testMail()?.body).toContain('sent this test email');
    });

    await test.step('a reader of a language that is not on offer any more gets the default', async () => {
      await page.goto('/admin/platform');
      await page.getByRole('checkbox', { name: 'Melayu' }).uncheck();
      await page.getByRole('button', { name: 'Simpan bahasa' }).click();
      await expect(menu.getByRole('button')).toHaveText(['English', '中文']);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Platform settings');
    });
  } finally {
    await other.kill();
    await close();
  }
});

test('the review list names each phrase that a translator has to look at', () => {
  const list = execFileSync(process.execPath, ['scripts/phrases.ts', '--review', `${PHRASES_FOLDER}/ms.json`], {
    encoding: 'utf8',
  });
  const lines = list
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const reasonFor = (key: string) => lines.find((line) => line[1] === key)?.[0];
  expect(lines[0]).toEqual(['why', 'key', 'english', 'own']);
  expect(reasonFor('platform.title')).toBeUndefined();
  expect(reasonFor('platform.inEnglish')).toBeUndefined();
  expect(reasonFor('platform.regionsHint')).toBe('placeholders');
  expect(reasonFor('platform.note')).toBe('missing');
});
