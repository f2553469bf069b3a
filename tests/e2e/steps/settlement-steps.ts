import type { Page } from '@playwright/test';
import { aPdfOf } from './document-files.ts';
import { expect } from '../world.ts';

/** Takes a step of the settlement on the page: opens its dialog, fills in the fields, attaches a PDF of this name, and confirms. */
export async function take(
  page: Page,
  step: string,
  fields: Readonly<Record<string, string>> = {},
  evidence?: string,
): Promise<void> {
  await page.getByRole('button', { name: step, exact: true }).click();
  const form = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(new RegExp(`^${label}`)).fill(value);
  if (evidence !== undefined) {
    const file = { name: evidence, mimeType: 'application/pdf', buffer: await aPdfOf(1) };
    await form.locator('input[type=file]').setInputFiles(file);
    await expect(form.getByText(evidence)).toBeVisible();
  }
  await form.getByRole('button', { name: /^(Confirm|确认)$/ }).click();
  await expect(form).toBeHidden();
}
