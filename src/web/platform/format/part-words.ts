import { formatQuantity } from '#web/platform/format/format.ts';
import type { Say } from '#web/platform/phrases/phrase.ts';

type Accepting = { readonly minimumAcceptable: number | null };

/** What a bid that allows partial fulfilment says of it. */
export const partWords = (say: Say, { minimumAcceptable }: Accepting): string =>
  minimumAcceptable === null
    ? say('bidding.allowsPartial')
    : say('bidding.allowsPartialFrom', { least: formatQuantity(minimumAcceptable) });

/** The same as a sign. */
export const partSign = ({ minimumAcceptable }: Accepting): string =>
  minimumAcceptable === null ? '÷' : `÷ ≥ ${formatQuantity(minimumAcceptable)}`;
