import sanitizeHtml from 'sanitize-html';
import { API_BASE } from '#server/platform/config/config.ts';

/** A stored text, the parts that were removed from the text, and the images in it. */
export type CleanHtml = {
  readonly html: string;
  readonly cut: readonly string[];
  readonly imageIds: readonly string[];
};

/** The elements that rich text may contain. Everything else is removed. */
const TAGS = (
  'h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre code strong b em i u s del ins sub sup a img figure figcaption ' +
  'ul ol li table caption colgroup col thead tbody tfoot tr th td'
).split(' ');
const CELL = ['colspan', 'rowspan', 'scope'];
const ATTRIBUTES: Readonly<Record<string, string[]>> = {
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  col: ['span'],
  th: CELL,
  td: CELL,
};
/** Attributes that editors add. They are removed without telling the author, because readers see no difference. */
const UNSEEN = /^(class|id|dir|lang|role|data-[\w-]+|aria-[\w-]+|xmlns.*)$/;

const LINK = /^(https?:\/\/|mailto:)/i;
/**
 * Scheme by which a stored text names one of our images. Links to images expire, so `showHtml` creates the links when
 * the text is shown.
 */
const KEPT_IMAGE = 'image';
const IMAGE_ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/;
const KEPT_SOURCE = new RegExp(`^${KEPT_IMAGE}:(?<id>${IMAGE_ID.source})$`);
/** Matches a link to an image as a screen shows it. The link may have expired. */
const SHOWN_SOURCE = new RegExp(`^[^?#]*${API_BASE}/images/(?<id>${IMAGE_ID.source})(?:[?#]|$)`);
const CUT_MAX = 50;
const NESTING_MAX = 50;

/** Returns the id of an image in a link. The link's host does not matter, because only the id is stored. */
const imageIdOf = (source: string | undefined): string | undefined =>
  (KEPT_SOURCE.exec(source ?? '') ?? SHOWN_SOURCE.exec(source ?? ''))?.groups?.['id'];

/** Removes everything from a text that rich text may not contain. Returns the text and the removed parts. */
export function cleanHtml(given: string): CleanHtml {
  const cut = new Set<string>();
  const imageIds = new Set<string>();
  const html = sanitizeHtml(given, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: [KEPT_IMAGE] },
    allowProtocolRelative: false,
    nestingLimit: NESTING_MAX,
    onOpenTag: (name, attributes) => {
      for (const one of cutFrom(name, attributes)) cut.add(one);
    },
    transformTags: {
      a: (tagName, { href, ...others }) =>
        href !== undefined && LINK.test(href.trim())
          ? { tagName, attribs: { href: href.trim(), target: '_blank', rel: 'noopener noreferrer' } }
          : { tagName: 'span', attribs: others },
      img: (tagName, { src, ...others }) => {
        const id = imageIdOf(src);
        if (id) imageIds.add(id);
        return { tagName, attribs: id ? { ...others, src: `${KEPT_IMAGE}:${id}` } : {} };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
  });
  return { html, cut: [...cut].slice(0, CUT_MAX), imageIds: [...imageIds] };
}

function cutFrom(name: string, attributes: Readonly<Record<string, string>>): string[] {
  if (!TAGS.includes(name)) return [name];
  return Object.entries(attributes).flatMap(([attribute, value]) => {
    if (!(ATTRIBUTES[name] ?? []).includes(attribute)) return UNSEEN.test(attribute) ? [] : [attribute];
    if (name === 'a' && attribute === 'href' && !LINK.test(value.trim())) return [wayOf(value)];
    return name === 'img' && attribute === 'src' && !imageIdOf(value) ? [wayOf(value)] : [];
  });
}

/** Returns the scheme of an address, or the beginning of an address without a scheme. */
const wayOf = (address: string): string =>
  /^[\s\w+.-]*:/.exec(address)?.[0].trim().toLowerCase() ?? address.slice(0, 40);

/**
 * Returns a stored text for display. The images in it get links that are valid now. The text contains `<` only in tags.
 */
export const showHtml = (html: string, urlOf: (imageId: string) => string): string =>
  html.replaceAll(
    new RegExp(`(<img [^>]*?src=")${KEPT_IMAGE}:(${IMAGE_ID.source})"`, 'g'),
    (_, before: string, id: string) => `${before}${urlOf(id).replaceAll('&', '&amp;')}"`,
  );
