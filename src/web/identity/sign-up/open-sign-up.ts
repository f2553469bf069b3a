import type { SentOtp } from '#contract/identity/identity.ts';
import type { NewPassword } from '#domain/identity/new-password.ts';
import type { PhoneAndMethod } from '#web/identity/phone/phone-draft.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/** The username, email and password as they are typed. */
export type AccountDraft = NewPassword & { readonly Username: string; readonly Email: string };

/** A sign-up that waits for its one-time code. The tab stores it without the password, so that it survives a reload. */
export type OpenSignUp = {
  readonly userRegisterId: string;
  readonly sent: SentOtp;
  readonly sentAtMs: number;
  readonly account: Pick<AccountDraft, 'Username' | 'Email'>;
  readonly phone: PhoneAndMethod;
};

const isOpenSignUp = (value: unknown): value is OpenSignUp =>
  typeof value === 'object' &&
  value !== null &&
  ['sent', 'account', 'phone'].every((part) => typeof (value as Record<string, unknown>)[part] === 'object') &&
  typeof (value as OpenSignUp).userRegisterId === 'string' &&
  typeof (value as OpenSignUp).sentAtMs === 'number';

/** Stores a sign-up that waits for its one-time code, with the current time. */
export const saveSignUp = (open: Omit<OpenSignUp, 'sentAtMs'>): void =>
  keep('signUp', { ...open, sentAtMs: nowMs() } satisfies OpenSignUp);

/**
 * Removes the stored sign-up. The pages for sign-up, login and a forgotten password call this (docs/rules.md#routes).
 */
export const discardSignUp = (): void => keep('signUp', undefined);

/** Returns the stored sign-up, with the remaining wait for another one-time code. */
export function readSignUp(): OpenSignUp | undefined {
  const open = readStored('signUp', isOpenSignUp);
  if (!open) return undefined;
  const passed = Math.max(0, Math.floor((nowMs() - open.sentAtMs) / 1_000));
  return {
    ...open,
    sent: { ...open.sent, resend_after_seconds: Math.max(0, open.sent.resend_after_seconds - passed) },
  };
}
