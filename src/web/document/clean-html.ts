import DOMPurify from 'dompurify';
import { sectionIds } from '#web/document/section-ids.ts';

/** A heading of a text with its id and its level. */
export type Section = { readonly id: string; readonly level: number; readonly text: string };
type CleanText = { readonly fragment: DocumentFragment; readonly sections: readonly Section[] };

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const BLOCKS = 'p br hr ul ol li dl dt dd blockquote pre figure figcaption table caption thead tbody tfoot tr th td';
const WORDS = 'a img code strong b em i u s sub sup mark';
const ALLOWED = {
  ALLOWED_TAGS: [HEADINGS, BLOCKS.split(' '), WORDS.split(' ')].flat(),
  // No style or class attributes, because the application decides how a text looks.
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'colspan', 'rowspan', 'start', 'id'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

/**
 * Returns a document's HTML, safe for a page: no scripts, no styles, no ids that collide with the application's. The
 * server has already cleaned rich texts. HTML made from office files is cleaned only here.
 */
export function cleanHtml(html: string, topLevel: number): CleanText {
  const fragment = DOMPurify.sanitize(html, ALLOWED);
  renameIds(fragment);
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>('a[href]:not([href^="#"])')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  for (const picture of fragment.querySelectorAll('img:not([src])')) picture.remove();
  for (const picture of fragment.querySelectorAll('img:not([alt])')) picture.setAttribute('alt', '');
  for (const table of fragment.querySelectorAll('table')) inFrame(table);
  return { fragment, sections: nameSections(fragment, topLevel) };
}

/** Gives every id in a text a prefix, and changes the links to these ids accordingly. */
function renameIds(fragment: DocumentFragment): void {
  for (const named of fragment.querySelectorAll('[id]')) named.id = `text-${named.id}`;
  for (const link of fragment.querySelectorAll('a[href^="#"]'))
    link.setAttribute('href', `#text-${(link.getAttribute('href') ?? '').slice(1)}`);
}

/** Puts a table into a frame of its own, which can be scrolled, also by keyboard. */
function inFrame(table: HTMLTableElement): void {
  const frame = document.createElement('div');
  frame.tabIndex = 0;
  table.replaceWith(frame);
  frame.append(table);
}

/**
 * Changes the heading levels so that the highest becomes `topLevel`, right below the page's own heading. Gives each
 * heading an id for links.
 */
function nameSections(fragment: DocumentFragment, topLevel: number): Section[] {
  const headings = [...fragment.querySelectorAll<HTMLHeadingElement>(HEADINGS.join())].filter(
    ({ textContent }) => textContent.trim() !== '',
  );
  const ids = sectionIds(headings.map(({ textContent }) => textContent));
  const levelOf = ({ tagName }: HTMLElement) => Number(tagName.slice(1));
  const highest = Math.min(...headings.map(levelOf));
  return headings.map((heading, at) => {
    const level = Math.min(levelOf(heading) - highest + topLevel, HEADINGS.length);
    const moved = document.createElement(`h${level}`);
    moved.id = ids[at] ?? '';
    moved.append(...heading.childNodes);
    heading.replaceWith(moved);
    return { id: moved.id, level: level - topLevel, text: moved.textContent.trim() };
  });
}
