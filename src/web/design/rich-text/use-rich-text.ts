import type { FieldProps } from '#web/design/fields/field.ts';
import type { Image } from '#contract/auction/image-link.ts';
import { useEditor, type Editor, type EditorOptions } from '@tiptap/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { RICH_TEXT } from '#web/design/rich-text/rich-text-schema.ts';

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
  upload: (file: File) => Promise<Image>;
  /** Endings of pictures that may be chosen. */
  accept: string;
  /** Told while a picture is on its way: a text saved meanwhile would miss it. */
  onBusy: (isBusy: boolean) => void;
};
