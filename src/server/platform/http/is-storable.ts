/**
 * Whether every text in a value can be stored: no NUL byte and no half of a surrogate pair, which PostgreSQL has no place
 * for and no honest client sends.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every((entry) => entry.every(isStorable));
}
