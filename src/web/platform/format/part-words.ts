import { formatQuantity } from '#web/platform/format/format.ts';
import type { Say } from '#web/platform/phrases/phrase.ts';

type Accepting = { readonly minimumAcceptable: number | null };

/** Describes the partial fill of a bid in words. */
export const partWords = (say: Say, { minimumAcceptable }: Accepting): string =>
  minimumAcceptable === null
    ? say('bidding.allowsPartial')
    : say('bidding.allowsPartialFrom', { least: formatQuantity(minimumAcceptable) });

/** Returns a short sign for the partial fill of a bid. */
export const partSign = ({ minimumAcceptable }: Accepting): string =>
  minimumAcceptable === null ? '÷' : `÷ ≥ ${formatQuantity(minimumAcceptable)}`;
