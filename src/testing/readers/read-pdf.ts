import { getDocumentProxy } from 'unpdf';

/** A tag of a PDF. Its children are in the order in which a screen reader reads them. */
type Tagged = { readonly role?: string; readonly type?: string; readonly children?: readonly Tagged[] };

export type ReadPdf = {
  /** The text of each page, in drawing order. */
  readonly pages: readonly string[];
  readonly info: Readonly<Record<string, unknown>>;
  /** Names of the embedded fonts. */
  readonly fonts: readonly string[];
  /** Every tag in reading order. */
  readonly tags: readonly string[];
  readonly links: readonly string[];
};

/** Reads a PDF with a different library from the one that wrote it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { info } = await pdf.getMetadata();
  const pages: string[] = [];
  const tags: string[] = [];
  const links: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    tags.push(...rolesOf(await page.getStructTree()));
    for (const { url } of (await page.getAnnotations()) as { url?: string }[]) if (url) links.push(url);
  }
  const source = Buffer.from(bytes).toString('latin1');
  const named = [...source.matchAll(/\/FontName \/[A-Z]{6}\+(\S+)/g)].map(([, name = '']) => name);
  const carried = source.match(/\/FontFile2 \d+ 0 R/g) ?? [];
  return { pages, info: info as Record<string, unknown>, fonts: named.slice(0, carried.length), tags, links };
}

/**
 * Returns whether a tag has content on this page. A table that continues on other pages is in the trees of all these
 * pages. On each page, the rows of the other pages are empty.
 */
const hasContent = ({ type, children = [] }: Tagged): boolean => type === 'content' || children.some(hasContent);

const rolesOf = (tag: Tagged | null): string[] =>
  tag?.role === undefined || !hasContent(tag) ? [] : [tag.role, ...(tag.children ?? []).flatMap(rolesOf)];
