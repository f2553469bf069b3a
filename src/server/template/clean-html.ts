import sanitizeHtml from 'sanitize-html';
import { API_BASE } from '#server/platform/config/config.ts';

/** A text as it is kept, what was taken out of it, and the pictures that it shows. */
export type CleanHtml = {
  readonly html: string;
  readonly cut: readonly string[];
  readonly imageIds: readonly string[];
};

/** What rich text is made of. Everything else that a browser could be told is taken out. */
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
/** Of editors: they change nothing that a reader sees here, and aren't worth a word. */
const UNSEEN = /^(class|id|dir|lang|role|data-[\w-]+|aria-[\w-]+|xmlns.*)$/;

const LINK = /^(https?:\/\/|mailto:)/i;
/** How a kept text names a picture of ours: links change, and are made when the text is shown. */
const KEPT_IMAGE = 'image';
const IMAGE_ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/;
const KEPT_SOURCE = new RegExp(`^${KEPT_IMAGE}:(?<id>${IMAGE_ID.source})$`);
/** A picture as a screen was shown it, whenever that was. */
const SHOWN_SOURCE = new RegExp(`^[^?#]*${API_BASE}/images/(?<id>${IMAGE_ID.source})(?:[?#]|$)`);
const CUT_MAX = 50;
const NESTING_MAX = 50;

/** Whose host a link names doesn't matter: of it, the id alone is kept. */
const imageIdOf = (source: string | undefined): string | undefined =>
  (KEPT_SOURCE.exec(source ?? '') ?? SHOWN_SOURCE.exec(source ?? ''))?.groups?.['id'];

/** Takes out of a text whatever it isn't made of, and says what that was. */
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

/** The scheme of an address, or the beginning of one that has none. */
const wayOf = (address: string): string =>
  /^[\s\w+.-]*:/.exec(address)?.[0].trim().toLowerCase() ?? address.slice(0, 40);

/** A kept text as it is shown: its pictures by links that hold for now. Outside tags there is no `<` in it. */
export const showHtml = (html: string, urlOf: (imageId: string) => string): string =>
  html.replaceAll(
    new RegExp(`(<img [^>]*?src=")${KEPT_IMAGE}:(${IMAGE_ID.source})"`, 'g'),
    (_, before: string, id: string) => `${before}${urlOf(id).replaceAll('&', '&amp;')}"`,
  );
