import type { BrowserContext } from '@playwright/test';
import { listOutbox } from '#contract/identity/identity.ts';
import { DEMO_PASSWORD } from '#server/demo/cast.ts';
import { API_BASE } from '#server/platform/config/config.ts';

/** Signs a user in with the password and with the one-time code from the development outbox. */
export async function signIn(context: BrowserContext, baseUrl: string, username: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${baseUrl}/login`);
  await page.getByLabel(/^Username/).fill(username);
  await page.getByLabel(/^Password/).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  const digits = page.locator('[autocomplete="one-time-code"]').first();
  await digits.click();
  await page.keyboard.type(await codeOf(baseUrl, username));
  await page.waitForURL(/\/user\//);
  await page.close();
}

async function codeOf(baseUrl: string, username: string): Promise<string> {
  const reply = await fetch(baseUrl + API_BASE + listOutbox.path);
  const { data } = (await reply.json()) as { data: { recipient: string; body: string }[] };
  const mail = data.find(({ recipient, body }) => recipient.startsWith(`${username}@`) && /\b\d{6}\b/.test(body));
  return /\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? '';
}
