/** Fields whose values are nobody's to read afterwards, whatever they are in. */
const SECRET = /password|token|secret|^(code|otp|pin)$/i;
/** Texts beyond this many letters are cut: whole documents stand in the rows that an act changed. */
const TEXT_MAX = 2_000;

/** What a call sent, as it may be kept: without secrets, files by name, kind and size, long texts cut. */
export function redacted(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX).toWellFormed()} …` : value;
  if (value instanceof Blob)
    return { file: value instanceof File ? value.name : '', type: value.type, size: value.size };
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, SECRET.test(key) ? '…' : redacted(own)]));
}
