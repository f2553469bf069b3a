import type { Refusal } from '#domain/basics/result.ts';

export type EmailRefusal = 'field_required' | 'invalid_email_format';

/** Maximum length by RFC 5321. */
const LENGTH_MAX = 254;
const SHAPE = /^[^\s@<>()[\],;:\\"]+@[^\s@.<>()[\],;:\\"]+(\.[^\s@.<>()[\],;:\\"]+)+$/;

/**
 * Judges an e-mail address: required, and in the form of an address (docs/rules.md#fields). Only a delivered message
 * can show that it exists.
 */
export function judgeEmail(email: string): Refusal<EmailRefusal> | undefined {
  const text = email.trim();
  if (text === '') return { code: 'field_required' };
  return text.length > LENGTH_MAX || !SHAPE.test(text) ? { code: 'invalid_email_format' } : undefined;
}

/** Returns the key by which addresses are compared: without case. */
export const emailKey = (email: string): string => email.trim().toLowerCase();
