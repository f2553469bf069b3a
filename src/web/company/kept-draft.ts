import type { CompanyDraft } from '#web/company/company-draft.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/** What was typed of a registration and not sent yet. `about` says whose it is, and which state of which registration it corrects. */
type Kept = { readonly about: string; readonly draft: CompanyDraft };

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && typeof (value as Kept).about === 'string' && 'draft' in value;

/** Nobody else who signs in in this browser finds it in the form. */
export function readDraft(about: string): Partial<CompanyDraft> {
  const kept = readStored('registration', isKept);
  return kept?.about === about ? kept.draft : {};
}

export const keepDraft = (about: string, draft: CompanyDraft): void =>
  keep('registration', { about, draft } satisfies Kept);

export const forgetDraft = (): void => keep('registration', undefined);
