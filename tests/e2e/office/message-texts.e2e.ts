import type { Page } from '@playwright/test';
import { expect, test } from '../world.ts';
import { speak } from '../steps/speak.ts';

const ORIGINAL = '邀请您成为管理员';
const EDITED = '欢迎加入 Greenlot 管理团队';

/** Invites an administrator on the page, in Chinese. */
async function invite(page: Page, name: string): Promise<void> {
  await page.goto('/admin/administrators');
  await page.getByRole('button', { name: '邀请管理员' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^用户名/).fill(name);
  await dialog.getByLabel(/^电子邮箱/).fill(`${name}@example.test`);
  await dialog.getByLabel('财务').check();
  await dialog.getByRole('button', { name: '发送邀请' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('财务');
}

async function openText(page: Page, title: string): Promise<void> {
  await page.goto('/admin/mails');
  await page.getByRole('link', { name: '编辑文本' }).click();
  await page.getByRole('link', { name: title, exact: true }).click();
}

test('an owner edits the Chinese invitation, and the next email has the new text until the original is back', async ({
  world,
  signIn,
}) => {
  const owner = await world.person({ role: 'Admin' });
  const page = await signIn(owner);
  await speak(page, 'zh');
  const subjectOf = async (name: string): Promise<string | undefined> =>
    (
      await world.database.db
        .selectFrom('outbox')
        .select('subject')
        .where('recipient', 'like', `%${name}%`)
        .executeTakeFirst()
    )?.subject;
  const [first, second] = ['gina', 'hana'].map((name) => `${name}-${owner.username.slice(1, 7)}`) as [string, string];

  await openText(page, ORIGINAL);
  const chinese = page.getByRole('region', { name: '中文' });
  await chinese.getByLabel(/^主题/).fill('{password}');
  await chinese.getByLabel(/^正文/).click();
  await expect(chinese.getByText('“password”不是此文本的占位符')).toBeVisible();
  await chinese.getByLabel(/^主题/).fill(EDITED);
  await page.getByRole('button', { name: '显示预览' }).click();
  await expect(page.getByText(`主题：${EDITED}`)).toBeVisible();
  await expect(page.getByRole('figure').getByText(/陈安娜 邀请您成为管理员/)).toBeVisible();
  await page.getByRole('button', { name: '纯文本' }).click();
  await expect(page.locator('pre')).toContainText('陈安娜 邀请您成为管理员');
  await page.getByRole('button', { name: '保存更改' }).click();
  await expect(page.getByRole('heading', { level: 1, name: EDITED })).toBeVisible();
  await invite(page, first);
  expect(await subjectOf(first)).toBe(EDITED);

  await openText(page, EDITED);
  await chinese.getByRole('button', { name: '恢复原文' }).click();
  await expect(chinese.getByLabel(/^主题/)).toHaveValue(ORIGINAL);
  await page.getByRole('button', { name: '保存更改' }).click();
  await expect(page.getByRole('heading', { level: 1, name: ORIGINAL })).toBeVisible();
  await expect(page.getByText('版本 2')).toBeVisible();
  await invite(page, second);
  expect(await subjectOf(second)).toBe(ORIGINAL);
});
