import type { Refusal } from '#domain/basics/result.ts';

export type EmailRefusal = 'field_required' | 'invalid_email_format';

/** Maximum number of characters of an address, by RFC 5321. */
const LENGTH_MAX = 254;
const SHAPE = /^[^\s@<>()[\],;:\\"]+@[^\s@.<>()[\],;:\\"]+(\.[^\s@.<>()[\],;:\\"]+)+$/;

/**
 * Judges an email address. The address is required and must have the form of an address (docs/rules.md#fields). Only a
 * delivered message can show that the address exists.
 */
export function judgeEmail(email: string): Refusal<EmailRefusal> | undefined {
  const text = email.trim();
  if (text === '') return { code: 'field_required' };
  return text.length > LENGTH_MAX || !SHAPE.test(text) ? { code: 'invalid_email_format' } : undefined;
}

/** Returns the key for comparing addresses: lower and upper case are equal. */
export const emailKey = (email: string): string => email.trim().toLowerCase();
