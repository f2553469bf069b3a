import { Heading } from '@tiptap/extension-heading';
import { Image } from '@tiptap/extension-image';
import { Table, TableKit } from '@tiptap/extension-table';
import type { AnyExtension } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { linkAddressOf } from '#web/design/rich-text/link-address.ts';
import { env } from '#web/platform/page/env.ts';

export const HEADING_LEVELS = [2, 3, 4] as const;

/** The page that shows a text has the h1: a pasted one becomes the next below it, and what is finer than h4 an h4. */
const TextHeading = Heading.extend({
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(4, Math.max(2, level)) } })),
});

const isOwnPicture = (image: HTMLElement): boolean =>
  image.getAttribute('src')?.includes(`${env().apiBaseUrl}/images/`) ?? false;

/** Only pictures of our own server: a pasted one from elsewhere would be shown to nobody, and tell others who reads. */
const TextImage = Image.extend({
  // Null lets a picture in, false leaves it out.
  parseHTML: () => [{ tag: 'img', getAttrs: (image) => (isOwnPicture(image) ? null : false) }],
});

/** Without the widths that the editor writes into a table: columns are as wide as their words. */
const TextTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
});

/** What a text may consist of. Whatever else is pasted – colours, fonts, scripts, frames – isn't taken over. */
export const RICH_TEXT: AnyExtension[] = [
  StarterKit.configure({
    heading: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => linkAddressOf(url) !== undefined,
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  TextHeading.configure({ levels: [...HEADING_LEVELS] }),
  TextImage,
  TextTable,
  TableKit.configure({ table: false }),
];
