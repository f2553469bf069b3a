import type { Refusal } from '#domain/basics/result.ts';

export type EmailRefusal = 'field_required' | 'invalid_email_format';

/** RFC 5321 allows no longer one. */
const LENGTH_MAX = 254;
const SHAPE = /^[^\s@<>()[\],;:\\"]+@[^\s@.<>()[\],;:\\"]+(\.[^\s@.<>()[\],;:\\"]+)+$/;

/**
 * Required, and looks like an e-mail address (docs/rules.md#fields). Whether it is one, only a message that arrives can
 * show.
 */
export function judgeEmail(email: string): Refusal<EmailRefusal> | undefined {
  const text = email.trim();
  if (text === '') return { code: 'field_required' };
  return text.length > LENGTH_MAX || !SHAPE.test(text) ? { code: 'invalid_email_format' } : undefined;
}

/** Addresses that differ only in upper and lower case are one. */
export const emailKey = (email: string): string => email.trim().toLowerCase();
