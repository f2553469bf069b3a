import { expect, test } from './world.ts';

const WORDS = '**/words-*/*/frame.json';

/** A page that can't begin has no words of its own: it says so in both languages, and another try brings it. */
test('no server, or none that has the words: the page says so, and begins when they are there', async ({ open }) => {
  const page = await open();
  const failed = page.getByRole('heading', { name: 'Cannot connect to the server' });
  const again = page.getByRole('button', { name: 'Try again' });
  for (const [missing, username] of [
    ['**/env', 'Username'],
    [WORDS, '用户名'],
  ] as const)
    await test.step(missing, async () => {
      await page.route(missing, (route) => route.abort('connectionrefused'));
      await page.goto('/login');
      await expect(failed).toContainText('无法连接服务器');
      await again.click();
      await expect(again).toBeEnabled();
      await page.unroute(missing);
      await again.click();
      await expect(page.getByLabel(username)).toBeVisible();
      await page.evaluate(() => localStorage.setItem('TNBX.greenlot.v1.language', '"zh"'));
    });
});
