import { timingSafeEqual } from 'node:crypto';

/** Links stay the same for that long, so that browsers need to load a thing once; each holds at least that long. */
const PERIOD_MS = 6 * 60 * 60_000;

/** Says what is shown to whom: a presenter gives links to who may see a thing, and nobody can make one up. */
export type SignedLinks = {
  /** What a link to something says after its path. */
  queryAt(nowMs: number): (id: string) => string;
  /** How long a link still holds; undefined for one that is over or isn't ours. */
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
