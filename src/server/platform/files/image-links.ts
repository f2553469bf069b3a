import type { Image } from '#contract/auction/image-link.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { IMAGE_SIZES, type ImageSize } from '#server/platform/files/image-file.ts';
import { createSignedLinks, type SignedLinks } from '#server/platform/files/signed-links.ts';

/** Signed links to the two sizes of an image. `nowMs` is in ms since 1970. */
export type ImageLinks = Pick<SignedLinks, 'msLeft'> & {
  linksAt(nowMs: number): (imageId: string) => Image;
};

export function createImageLinks(sign: (text: string) => string): ImageLinks {
  const { queryAt, msLeft } = createSignedLinks(sign);
  return {
    linksAt(nowMs) {
      const queryOf = queryAt(nowMs);
      return (id) => {
        const link = (size: ImageSize) => `${API_BASE}/images/${id}?size=${size}&${queryOf(id)}`;
        return { id, url: link('large'), smallUrl: link('small') };
      };
    },
    msLeft,
  };
}

export const imageFileName = (id: string, size: ImageSize): string => `${id}-${size}.webp`;
export const imageFileNames = (id: string): string[] => IMAGE_SIZES.map((size) => imageFileName(id, size));
