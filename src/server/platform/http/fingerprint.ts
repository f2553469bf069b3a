import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { Refused } from '#server/platform/http/refused.ts';

const LENGTH_MAX = 300;

/**
 * The browser's `x-device-fingerprint` (docs/rules.md#specified-calls), cut to a length that anyone may send; empty
 * where it sent none.
 */
export function readFingerprint(headers: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const header = headers[DEVICE_HEADER];
  return typeof header === 'string' ? header.slice(0, LENGTH_MAX) : '';
}

/** A form on a foreign page can't send this header, so nothing is done here without its person meaning to. */
export function requireFingerprint(fingerprint: string): string {
  if (fingerprint === '') throw new Refused('device_fingerprint_required');
  return fingerprint;
}
