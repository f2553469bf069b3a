import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { Refused } from '#server/platform/http/refused.ts';

const LENGTH_MAX = 300;

/**
 * Returns the browser's `x-device-fingerprint` header (docs/rules.md#specified-calls), cut to 300 characters; empty if
 * none was sent.
 */
export function readFingerprint(headers: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const header = headers[DEVICE_HEADER];
  return typeof header === 'string' ? header.slice(0, LENGTH_MAX) : '';
}

/**
 * Refuses a request without the `x-device-fingerprint` header. A form on a foreign site cannot send this header, so the
 * check prevents request forgery.
 * @throws Refused device_fingerprint_required
 */
export function requireFingerprint(fingerprint: string): string {
  if (fingerprint === '') throw new Refused('device_fingerprint_required');
  return fingerprint;
}
