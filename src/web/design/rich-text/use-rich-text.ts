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

/** An editor whose text is a field's value. */
export function useRichText(parts: RichTextParts, hooks: Hooks): Editor {
  const { value, isDisabled } = parts;
  const latest = useRef({ ...parts, ...hooks });
  useLayoutEffect(() => {
    latest.current = { ...parts, ...hooks };
  });
  // The same text as the field holds it and as the editor writes it: reading alone changes nothing.
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
    // Only what came from elsewhere: another version, or the form set back.
    if (value === held.current.value || value === htmlOf(editor)) return;
    editor.commands.setContent(value, { emitUpdate: false });
    held.current = { value, written: htmlOf(editor) };
  }, [editor, value]);
  return editor;
}

/** Without the empty line that the editor keeps at the end, for going on below a table. */
const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML().replace(/(<p><\/p>)+$/, ''));

function takeFiles(data: DataTransfer | null, take: (files: readonly File[]) => void): boolean {
  const files = [...(data?.files ?? [])];
  // Office programs add a picture of the text to what they copy; the text is what is meant.
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
  /** The language that is written here: for spelling, voices and fonts. */
  lang: string;
  /** Takes a picture that is put into the text, and gives its links. */
  upload: (file: File) => Promise<UploadedImage>;
  /** Endings of pictures that may be chosen. */
  accept: string;
  /** Told while a picture is on its way: a text saved meanwhile would miss it. */
  onBusy: (isBusy: boolean) => void;
};
