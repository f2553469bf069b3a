import { timingSafeEqual } from 'node:crypto';

/**
 * Milliseconds for which a link stays the same, so that browsers load its file once. A new link is valid for at least
 * this time.
 */
const PERIOD_MS = 6 * 60 * 60_000;

/** Signed links to files. Replies contain them only for users who may see the file, and nobody can forge a link. */
export type SignedLinks = {
  /** Returns a function that makes the query of the link to a file. `nowMs` is in ms since 1970. */
  queryAt(nowMs: number): (id: string) => string;
  /** Returns how long a link is still valid, in ms; undefined for a link that has expired or is forged. */
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
