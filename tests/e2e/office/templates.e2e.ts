import { aPdf } from '#testing/builders/office-builders.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, test } from '../world.ts';

test('an administrator writes a guide in both languages, reads errors of a file, and reads an older version', async ({
  world,
  signIn,
}) => {
  const page = await signIn(await world.person({ role: 'Admin' }));
  const english = page.getByRole('textbox', { name: 'English', exact: true });
  const tools = page.getByRole('toolbar', { name: 'Text tools: English' });

  await test.step('missing content is reported beside its field, and leaving typed text needs a confirmation', async () => {
    await page.goto('/admin/template-management');
    await page.getByRole('link', { name: 'Create document' }).click();
    // The editor loads later than the form around it.
    await expect(english).toBeVisible();
    await page.getByRole('button', { name: 'Create document' }).click();
    await expect(page.getByLabel('Document name')).toBeFocused();
    await expect(page.getByText('Write or upload the document in at least one language')).toBeVisible();
    await page.getByLabel('Document name').fill('Guide for sellers');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Document name')).toHaveValue('Guide for sellers');
  });

  await test.step('a text is written by keyboard alone: the toolbar is one tab stop, arrows move within it', async () => {
    await english.click();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    for (const _ of ['redo', 'heading']) await page.keyboard.press('ArrowRight');
    await expect(tools.getByRole('button', { name: 'Redo' })).toBeVisible();
    await page.keyboard.press('Enter');
    // The focus returns to the text with the next frame.
    await expect(english).toBeFocused();
    await page.keyboard.type('Before you sell');
    await expect(english.getByRole('heading', { name: 'Before you sell' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Have your RECs verified: ');
    await page.keyboard.press('Control+k');
    await expect(english).not.toBeFocused();
    await page.keyboard.type('example.com');
    await page.keyboard.press('Enter');
    await expect(english.getByRole('link', { name: 'example.com' })).toHaveAttribute('href', 'https://example.com');
    await expectAccessible(page);
  });

  await test.step('a file with a password is rejected beside its field, and another one is accepted', async () => {
    const chinese = page.getByRole('region', { name: 'Chinese' });
    await chinese.getByText('File', { exact: true }).click();
    const choose = async (name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await chinese.getByRole('button', { name: 'Select a file or drop it here' }).click();
      await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer });
    };
    await choose('locked.pdf', aPdf({ trailer: '/Encrypt 9 0 R' }));
    await expect(chinese.getByRole('alert')).toContainText('locked.pdf: This file is password-protected');
    await choose('卖家指南.pdf', aPdf());
    await expect(chinese.getByRole('link', { name: '卖家指南.pdf' })).toBeVisible();
    await expect(chinese.getByRole('alert')).toBeEmpty();
    await page.getByRole('button', { name: 'Create document' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Guide for sellers' })).toBeVisible();
    await expect(page.getByText('All changes saved')).toBeVisible();
  });

  await test.step('each save is a version; the first can be read unchanged, and saved again', async () => {
    await english.getByText('Before you sell').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' again');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/^Version 2, saved by/)).toBeVisible();
    await page.getByRole('button', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Version 1' }).click();
    await expect(dialog.getByRole('heading', { name: 'Before you sell', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/versions=1$/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore as a new version' }).click();
    await page
      .getByRole('dialog', { name: 'Restore this version?' })
      .getByRole('button', { name: 'Restore as' })
      .click();
    await expect(page.getByText(/^Version 3, saved by/)).toBeVisible();
    await expect(english.getByRole('heading', { name: 'Before you sell', exact: true })).toBeVisible();
  });

  await test.step('a faster edit is not overwritten, and typed text stays', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel('Document name').fill('Guide for new sellers');
    await page.getByLabel('Document name').fill('Guide for good sellers');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await expect(other.getByText(/^Version 4, saved by/)).toBeVisible();
    await other.close();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Someone else saved first')).toBeVisible();
    await page.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/^Version 5, saved by/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Guide for good sellers' })).toBeVisible();
  });

  await test.step('the list finds it by name and type, also on a phone', async () => {
    await page.goto('/admin/template-management?search=good%20sellers&templateType=UserGuide');
    await expect(page.getByRole('row', { name: /Guide for good sellers.*User guide.*English, 中文.*5/ })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Type', { exact: true }).selectOption('Privacy');
    await expect(page.getByText('Nothing found')).toBeVisible();
  });
});
