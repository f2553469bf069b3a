import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/demo/cast.ts';
import type { BaseLanguage } from '#domain/basics/language.ts';
import { readMails } from '#testing/readers/read-outbox.ts';
import type { Stage } from './stage.ts';

const LOCALES: Record<BaseLanguage, string> = { en: 'en-GB', zh: 'zh-CN' };

/** Time limit in ms for waits on the page. It is long, because other work may slow the machine down. */
const PATIENCE_MS = 90_000;

export type ViewOptions = Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor'>;

/**
 * Opens an empty page in a new browser context, with this language and the light theme. The menu is collapsed, so that
 * more space remains for the page.
 */
export async function openPage(
  browser: Browser,
  stage: Stage,
  language: BaseLanguage,
  look: ViewOptions,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: stage.baseUrl,
    locale: LOCALES[language],
    timezoneId: 'Asia/Kuala_Lumpur',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...look,
  });
  await context.addInitScript(() => localStorage.setItem('TNBX.greenlot.v1.sidebar', 'false'));
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

/** Signs in a demo user through the form, with the one-time code from the stored email. */
export async function signIn(page: Page, { db }: Stage, username: string): Promise<void> {
  const since = new Date();
  await page.goto('/login');
  await page.locator('[autocomplete="username"]').fill(username);
  await page.locator('[autocomplete="current-password"]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  const digits = page.locator('[autocomplete="one-time-code"]').first();
  await digits.waitFor();
  for (let code: string | undefined; code === undefined; await pause(100)) {
    const mail = (await readMails(db, `${username}@`)).find(({ created_at: at }) => at > since);
    code = /\b\d{6}\b/.exec(mail?.body ?? '')?.[0];
    if (code === undefined) continue;
    await digits.click();
    await page.keyboard.type(code);
    break;
  }
  await page.waitForURL(/\/(user|admin)\//);
}
