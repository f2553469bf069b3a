import { Heading } from '@tiptap/extension-heading';
import { Image } from '@tiptap/extension-image';
import { Table, TableKit } from '@tiptap/extension-table';
import { useEditor, type AnyExtension, type Editor, type EditorOptions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Image as UploadedImage } from '#contract/auction/image-link.ts';
import type { FieldProps } from '#web/design/fields/field.ts';
import { linkAddressOf } from '#web/design/rich-text/link-address.ts';
import { env } from '#web/platform/page/env.ts';

const HEADING_LEVELS = [2, 3, 4] as const;

/** Changes the level of pasted headings: h1 becomes h2, because the page has its own h1; levels below h4 become h4. */
const TextHeading = Heading.extend({
  parseHTML: () =>
    [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(4, Math.max(2, level)) } })),
});

const isOwnPicture = (image: HTMLElement): boolean =>
  image.getAttribute('src')?.includes(`${env().apiBaseUrl}/images/`) ?? false;

/**
 * Allows only pictures of our own server. The browser blocks pictures of other servers, because those servers would
 * learn who reads the text.
 */
const TextImage = Image.extend({
  // Null accepts a picture, false rejects it.
  parseHTML: () => [{ tag: 'img', getAttrs: (image) => (isOwnPicture(image) ? null : false) }],
});

/** Leaves out the widths that the editor writes into a table, so that columns fit their words. */
const TextTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
});

/** The allowed content of a text. Anything else in pasted text (colors, fonts, scripts, frames) is dropped. */
const RICH_TEXT: AnyExtension[] = [
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

type Hooks = { id: string; hintId: string; onLink: () => void; onFiles: (files: readonly File[]) => void };

/** Returns an editor whose text is a field's value. */
export function useRichText(parts: RichTextParts, hooks: Hooks): Editor {
  const { value, isDisabled } = parts;
  const latest = useRef({ ...parts, ...hooks });
  useLayoutEffect(() => {
    latest.current = { ...parts, ...hooks };
  });
  // The text in two forms: the field's value and the editor's HTML. So opening a text does not change the value.
  const held = useRef({ value, written: '' });
  const [content] = useState(value);
  const { id, hintId } = hooks;
  const { label, describedBy, isWrong } = parts;
  const editorProps = useMemo(
    (): EditorOptions['editorProps'] => ({
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': `${describedBy} ${hintId}`,
        'aria-invalid': String(isWrong),
      },
      handleKeyDown: (_view, event) => {
        const isLink = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
        if (isLink) latest.current.onLink();
        return isLink;
      },
      handlePaste: (_view, { clipboardData }) => takeFiles(clipboardData, latest.current.onFiles),
      handleDrop: (_view, { dataTransfer }) => takeFiles(dataTransfer, latest.current.onFiles),
    }),
    [id, hintId, label, describedBy, isWrong],
  );
  const editor = useEditor({
    extensions: RICH_TEXT,
    content,
    injectCSS: false,
    editorProps,
    onCreate: (created) => void (held.current.written = htmlOf(created.editor)),
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed);
      latest.current.onChange(html === held.current.written ? held.current.value : html);
    },
    onBlur: () => latest.current.onBlur(),
  });
  useEffect(() => editor.setEditable(!isDisabled, false), [editor, isDisabled]);
  useEffect(() => {
    // Sets only a value from outside: another version, or a reset of the form.
    if (value === held.current.value || value === htmlOf(editor)) return;
    editor.commands.setContent(value, { emitUpdate: false });
    held.current = { value, written: htmlOf(editor) };
  }, [editor, value]);
  return editor;
}

/** Leaves out the empty line that the editor keeps at the end, for typing below a table. */
const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML().replace(/(<p><\/p>)+$/, ''));

/** Takes pasted or dropped files. Returns whether there were any. */
function takeFiles(data: DataTransfer | null, take: (files: readonly File[]) => void): boolean {
  const files = [...(data?.files ?? [])];
  // Office programs copy text together with a picture of the text. In this case, only the text is inserted.
  if (files.length === 0 || data?.types.includes('text/html')) return false;
  take(files);
  return true;
}

export type RichTextParts = Pick<
  RichTextProps,
  'value' | 'onChange' | 'onBlur' | 'lang' | 'upload' | 'accept' | 'onBusy'
> & {
  label: string;
  isWrong: boolean;
  isDisabled: boolean;
  describedBy: string;
};

export type RichTextProps = FieldProps<string> & {
  /** The language of the text, for spelling, voices and fonts. */
  lang: string;
  /** Uploads a picture that is inserted into the text, and returns its links. */
  upload: (file: File) => Promise<UploadedImage>;
  /** Extensions of the accepted pictures. */
  accept: string;
  /** Called when an upload starts and when it ends. A text saved in between would lack the picture. */
  onBusy: (isBusy: boolean) => void;
};
