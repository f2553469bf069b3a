const MASK = '***';

/** An address that its owner recognises and nobody else can use: j***n@example.com. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, Math.max(0, at));
  const last = name.length > 3 ? name.slice(-1) : '';
  return `${name.slice(0, 1)}${MASK}${last}${email.slice(Math.max(0, at))}`;
}

/** +60 ***4567: the country code and the last digits, never more than a third of the number. */
export function maskPhone(code: string, number: string): string {
  const digits = number.replaceAll(/\D/g, '');
  const shown = Math.min(4, Math.floor(digits.length / 3));
  return `${code} ${MASK}${shown === 0 ? '' : digits.slice(-shown)}`;
}
