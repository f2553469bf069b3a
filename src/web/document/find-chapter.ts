import type { ReadDocument } from '#contract/template.ts';
import { sectionIds } from '#web/document/section-ids.ts';

type Found = { readonly templateId: string; /** The id of the chapter's heading. */ readonly hash: string };

const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/**
 * Returns the guide with a heading, and the heading's id on the page of the guide. Undefined if no guide has it, because
 * administrators may rewrite guides.
 */
export function findChapter(guides: readonly ReadDocument[], heading: string): Found | undefined {
  for (const { templateId, content } of guides) {
    if (content.kind !== 'text') continue;
    const page = new DOMParser().parseFromString(content.html, 'text/html');
    const texts = [...page.querySelectorAll(HEADINGS)]
      .map(({ textContent }) => textContent)
      .filter((text) => text.trim() !== '');
    const hash = sectionIds(texts)[texts.findIndex((text) => text.trim() === heading)];
    if (hash !== undefined) return { templateId, hash };
  }
  return undefined;
}
