const MASK = '***';

/**
 * Masks an email address: j***n@example.com. The owner still recognizes the address, and other people cannot use it.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, Math.max(0, at));
  const last = name.length > 3 ? name.slice(-1) : '';
  return `${name.slice(0, 1)}${MASK}${last}${email.slice(Math.max(0, at))}`;
}

/**
 * Masks a phone number: +60 ***4567. The result has the country code and up to four last digits, at most a third of all
 * digits.
 */
export function maskPhone(code: string, number: string): string {
  const digits = number.replaceAll(/\D/g, '');
  const shown = Math.min(4, Math.floor(digits.length / 3));
  return `${code} ${MASK}${shown === 0 ? '' : digits.slice(-shown)}`;
}
