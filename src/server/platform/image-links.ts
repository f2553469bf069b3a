import { timingSafeEqual } from 'node:crypto';
import type { Image } from '#contract/image-link.ts';
import { API_BASE } from '#server/platform/config.ts';
import { IMAGE_SIZES, type ImageSize } from '#server/platform/image-file.ts';

/** Links stay the same for that long, so that browsers need to load an image once; each holds at least that long. */
const PERIOD_MS = 6 * 60 * 60_000;

/** Says what is shown to whom: a presenter gives links to who may see the auction, and nobody can make one up. */
export type ImageLinks = {
  linksAt(nowMs: number): (imageId: string) => Image;
  /** How long a link still holds; undefined for one that is over or isn't ours. */
  msLeft(link: { id: string; until: string; signature: string }, nowMs: number): number | undefined;
};

type Sign = (text: string) => string;

export function createImageLinks(sign: Sign): ImageLinks {
  const signatureOf = (id: string, until: string) => sign(`${id} ${until}`);
  return {
    linksAt(nowMs) {
      const until = String((Math.floor(nowMs / PERIOD_MS) + 2) * PERIOD_MS);
      return (id) => {
        const query = `until=${until}&signature=${signatureOf(id, until)}`;
        const link = (size: ImageSize) => `${API_BASE}/images/${id}?size=${size}&${query}`;
        return { id, url: link('large'), smallUrl: link('small') };
      };
    },
    msLeft({ id, until, signature }, nowMs) {
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(id, until))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const left = Number(until) - nowMs;
      return left > 0 ? left : undefined;
    },
  };
}

export const imageFileName = (id: string, size: ImageSize): string => `${id}-${size}.webp`;
export const imageFileNames = (id: string): string[] => IMAGE_SIZES.map((size) => imageFileName(id, size));
