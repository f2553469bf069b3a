/** Fields whose values must never be stored or shown, at any depth. */
const SECRET = /password|token|secret|^(code|otp|pin)$/i;
/** Longer texts are cut to this number of characters. The full texts of documents are in the audited rows anyway. */
const TEXT_MAX = 2_000;

/** Returns a request body for storage. Secrets are hidden, files become name, type and size, and long texts are cut. */
export function redacted(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX).toWellFormed()} …` : value;
  if (value instanceof Blob)
    return { file: value instanceof File ? value.name : '', type: value.type, size: value.size };
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, SECRET.test(key) ? '…' : redacted(own)]));
}
