import { Button, TextInput } from '@mantine/core';
import { type Editor, EditorContent, useEditorState } from '@tiptap/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Image } from '#contract/auction/image-link.ts';
import { RefusedUploads } from '#web/design/fields/refused-uploads.tsx';
import { type Uploads, useUploads } from '#web/design/fields/use-uploads.ts';
import { linkAddressOf } from '#web/design/rich-text/link-address.ts';
import { RichTextToolbar } from '#web/design/rich-text/rich-text-toolbar.tsx';
import writing from '#web/design/rich-text/rich-text.module.css';
import { useRichText, type RichTextParts } from '#web/design/rich-text/use-rich-text.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './rich-text-field.module.css';

type OpenQuestion = 'link' | 'description';

/** The text with its toolbar. Loaded on demand (rich-text-field.tsx). */
export default function RichTextEditor(props: RichTextParts) {
  const { label, isWrong, isDisabled, lang, accept, onBusy } = props;
  const say = useSay();
  const id = useId();
  const [asked, setAsked] = useState<OpenQuestion>();
  const chooser = useRef<HTMLInputElement>(null);
  const pictures = usePictures(props.upload, () => editorRef.current);
  const editor = useRichText(props, {
    id,
    hintId: `${id}-keys`,
    onLink: () => setAsked('link'),
    onFiles: pictures.send,
  });
  const editorRef = useRef(editor);
  editorRef.current = editor;
  const { isBusy } = pictures.uploads;
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  const ask = (what: 'link' | 'picture') => {
    if (what === 'link') setAsked('link');
    else if (editor.isActive('image')) setAsked('description');
    else chooser.current?.click();
  };
  const close = () => {
    setAsked(undefined);
    editor.commands.focus();
  };
  return (
    <div className={css.frame} data-wrong={isWrong || undefined} data-disabled={isDisabled || undefined}>
      {!isDisabled && (
        <RichTextToolbar editor={editor} label={`${say('richText.tools')}: ${label}`} textId={id} onAsk={ask} />
      )}
      {asked === 'link' && <AskLink editor={editor} onClose={close} />}
      {asked === 'description' && <AskDescription editor={editor} onClose={close} />}
      <EditorContent editor={editor} className={`${writing.text ?? ''} ${css.paper ?? ''}`} lang={lang} />
      <input
        ref={chooser}
        type="file"
        hidden
        tabIndex={-1}
        accept={accept}
        multiple
        aria-label={say('richText.picture')}
        onChange={(event) => {
          pictures.send([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Foot editor={editor} isSending={isBusy} keysId={`${id}-keys`} />
      <RefusedUploads uploads={pictures.uploads} />
    </div>
  );
}

type AskProps = { editor: Editor; onClose: () => void };

/** Asks for the address of a link. An existing link can also be removed. */
function AskLink({ editor, onClose }: AskProps) {
  const present = String(editor.getAttributes('link').href ?? '');
  const answer = (typed: string) => {
    const href = linkAddressOf(typed);
    if (href) {
      const chain = editor.chain().extendMarkRange('link');
      // If no text is selected, the address itself becomes the text of the link.
      if (editor.state.selection.empty && !present)
        chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }).run();
      else chain.setLink({ href }).run();
    }
    onClose();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <RichTextAsk
      label="richText.linkAddress"
      submit="richText.setLink"
      initial={present}
      judge={(typed) => (linkAddressOf(typed) ? undefined : 'richText.linkWrong')}
      onAnswer={answer}
      onCancel={onClose}
      remove={present ? { label: 'richText.removeLink', run: remove } : undefined}
    />
  );
}

/** Asks for the description of the selected image, for people who cannot see it. */
function AskDescription({ editor, onClose }: AskProps) {
  const answer = (alt: string) => {
    editor.commands.updateAttributes('image', { alt });
    onClose();
  };
  return (
    <RichTextAsk
      label="richText.description"
      submit="action.save"
      initial={String(editor.getAttributes('image').alt ?? '')}
      onAnswer={answer}
      onCancel={onClose}
    />
  );
}

type QuestionProps = {
  label: PhraseKey;
  submit: PhraseKey;
  initial: string;
  /** Returns the reason why the typed text is refused. */
  judge?: (text: string) => PhraseKey | undefined;
  onAnswer: (text: string) => void;
  onCancel: () => void;
  /** The action that removes the current value. */
  remove?: { label: PhraseKey; run: () => void } | undefined;
};

/**
 * A question about the link or picture at the cursor, below the toolbar. It is not a `form`, because the editor is
 * already in one.
 */
function RichTextAsk({ label, submit, initial, judge, onAnswer, onCancel, remove }: QuestionProps) {
  const say = useSay();
  const id = useId();
  const [text, setText] = useState(initial);
  const [refusal, setRefusal] = useState<PhraseKey>();
  const answer = () => {
    const found = judge?.(text);
    setRefusal(found);
    if (!found) onAnswer(text.trim());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    // Enter would submit the surrounding form.
    else if (event.key === 'Enter') answer();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={css.ask}>
      <TextInput
        id={id}
        className={css.answer}
        label={say(label)}
        error={refusal && say(refusal)}
        value={text}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div className={css.askButtons}>
        {remove && (
          <Button variant="default" onClick={remove.run}>
            {say(remove.label)}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {say('action.cancel')}
        </Button>
        <Button variant="light" onClick={answer}>
          {say(submit)}
        </Button>
      </div>
    </div>
  );
}

/** Shows running uploads, and the number of pictures that have no description for people who cannot see them. */
function Foot({ editor, isSending, keysId }: { editor: Editor; isSending: boolean; keysId: string }) {
  const say = useSay();
  const count = useEditorState({ editor, selector: (now) => undescribed(now.editor) });
  return (
    <div className={css.foot}>
      <span id={keysId} className={css.keys}>
        {say('richText.keys')}
      </span>
      <span role="status">
        {isSending ? say('image.uploading') : count > 0 ? say('richText.undescribed', { count }) : ''}
      </span>
    </div>
  );
}

/** Returns the number of images without a description. */
function undescribed(editor: Editor): number {
  let count = 0;
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'image' && !node.attrs.alt) count += 1;
  });
  return count;
}

/** The maximum number of files in one choice. More files are probably a mistake. */
const AT_ONCE_MAX = 20;

/** Uploads pictures into a text. Each is inserted at the cursor's position after its upload. */
function usePictures(
  upload: (file: File) => Promise<Image>,
  editor: () => Editor,
): { uploads: Uploads; send: (files: readonly File[]) => void } {
  const uploads = useUploads({
    upload,
    onUploaded: ({ url }) => {
      const { selection } = editor().state;
      // Inserted after the selection, so that a slow upload does not replace selected text.
      editor()
        .chain()
        .insertContentAt(selection.to, { type: 'image', attrs: { src: url, alt: '' } })
        .run();
    },
  });
  return { uploads, send: (files) => uploads.send(files, AT_ONCE_MAX, AT_ONCE_MAX) };
}
