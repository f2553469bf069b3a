import { readFileSync } from 'node:fs';
import type { ProvenHead, TimestampFaultKind } from '#domain/transparency/log-proof.ts';
import { readCertificates } from '#server/platform/config/config-log.ts';
import { checkTimestamp, type TimestampTrust } from '#server/transparency-log/check-timestamp.ts';

// The time stamps of a log proof, for `npm run verify`.

/** A time stamp of the proof. `at` and `signer` are null if its authority is not given, `fault` if it is valid or not checked. */
export type JudgedTimestamp = {
  readonly name: string;
  readonly at: string | null;
  readonly signer: string | null;
  readonly fault: TimestampFaultKind | null;
};

/** The texts of the faults. */
export const TIMESTAMP_FAULTS: Readonly<Record<TimestampFaultKind | 'missing', string>> = {
  malformed: 'the proof has an answer that is not a time stamp',
  rejected: 'the time stamp authority rejected the request',
  wrongImprint: 'the time stamp belongs to another state of the log',
  wrongNonce: 'the time stamp belongs to another request',
  wrongSignature: 'the signature of the time stamp is not valid',
  untrusted: 'no time stamp is signed by one of the given authorities',
  missing: 'the proof has no time stamp',
};

const FINGERPRINT = /^(?:[0-9a-f]{2}:?){32}$/i;

/**
 * Reads whom the reader trusts: files of certificates, and fingerprints.
 *
 * @throws Error if a file is malformed
 */
function readTrust(given: readonly string[]): TimestampTrust {
  const fingerprints = given.filter((one) => FINGERPRINT.test(one));
  return {
    certificates: given
      .filter((one) => !FINGERPRINT.test(one))
      .flatMap((file) => readCertificates(readFileSync(file, 'utf8'))),
    fingerprints: fingerprints.map((one) => (one.replaceAll(':', '').toUpperCase().match(/../g) ?? []).join(':')),
  };
}

/** Checks the time stamps of a proof, if the reader trusts an authority. */
export function judgeTimestamps(
  { text, timestamps }: ProvenHead,
  authorities: readonly string[],
): Promise<JudgedTimestamp[]> {
  const trust = readTrust(authorities);
  return Promise.all(
    timestamps.map(async ({ name, response }): Promise<JudgedTimestamp> => {
      const none = { name, at: null, signer: null, fault: null };
      if (authorities.length === 0) return none;
      const checked = await checkTimestamp(response, { text, trust });
      return typeof checked === 'string' ? { ...none, fault: checked } : { ...none, ...checked };
    }),
  );
}

/** Returns why the time stamps do not prove the time, or undefined. An unknown authority is no fault beside a known one. */
export function faultOfTimestamps(
  judged: readonly JudgedTimestamp[],
  authorities: readonly string[],
): TimestampFaultKind | 'missing' | undefined {
  const wrong = judged.find(({ fault }) => fault !== null && fault !== 'untrusted');
  const isProven = authorities.length === 0 || judged.some(({ at }) => at !== null);
  return wrong?.fault ?? (isProven ? undefined : judged.length === 0 ? 'missing' : 'untrusted');
}
