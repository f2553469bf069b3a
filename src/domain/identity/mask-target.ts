const MASK = '***';

/** Masks an e-mail address so that its owner recognizes it and nobody else can use it: j***n@example.com. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, Math.max(0, at));
  const last = name.length > 3 ? name.slice(-1) : '';
  return `${name.slice(0, 1)}${MASK}${last}${email.slice(Math.max(0, at))}`;
}

/** Masks a phone number: +60 ***4567. It shows the country code and the last digits, at most a third of the number. */
export function maskPhone(code: string, number: string): string {
  const digits = number.replaceAll(/\D/g, '');
  const shown = Math.min(4, Math.floor(digits.length / 3));
  return `${code} ${MASK}${shown === 0 ? '' : digits.slice(-shown)}`;
}
