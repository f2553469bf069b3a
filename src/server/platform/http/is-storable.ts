/**
 * Whether every text in a value can be stored. PostgreSQL cannot store a NUL byte or half of a surrogate pair, and no
 * honest client sends them.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every((entry) => entry.every(isStorable));
}
