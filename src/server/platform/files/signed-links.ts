import { timingSafeEqual } from 'node:crypto';

/** Links stay the same for this long, so that browsers load a file once. Each is valid for at least this long. */
const PERIOD_MS = 6 * 60 * 60_000;

/** Signed links to files. A presenter gives them to readers with permission, and nobody can forge one. */
export type SignedLinks = {
  /** Returns the query of a link. */
  queryAt(nowMs: number): (id: string) => string;
  /** Returns how long a link is still valid, in ms; undefined for one that has expired or is forged. */
  msLeft(link: { id: string; until: string; signature: string }, nowMs: number): number | undefined;
};

export function createSignedLinks(sign: (text: string) => string): SignedLinks {
  const signatureOf = (id: string, until: string) => sign(`${id} ${until}`);
  return {
    queryAt(nowMs) {
      const until = String((Math.floor(nowMs / PERIOD_MS) + 2) * PERIOD_MS);
      return (id) => `until=${until}&signature=${signatureOf(id, until)}`;
    },
    msLeft({ id, until, signature }, nowMs) {
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(id, until))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const left = Number(until) - nowMs;
      return left > 0 ? left : undefined;
    },
  };
}
