import { CHAPTERS, type Chapter } from '#web/shell/help-chapters.ts';

/** The guide that a page shows: the document with this id, or the one that has this chapter. */
export type GuideSearch = { document?: string; chapter?: Chapter };

/** Reads the open guide from the address. Without a guide in the address, the page lists all guides. */
export function guideSearch({ document, chapter }: Record<string, unknown>): GuideSearch {
  const known = CHAPTERS.find((one) => one === chapter);
  return { ...(typeof document === 'string' && { document }), ...(known && { chapter: known }) };
}
