import {
  IconAlertCircle,
  IconFileUpload,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeXls,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, type DragEvent, type ReactNode, useLayoutEffect } from 'react';
import { type FileContent, uploadTemplateFile } from '#contract/template.ts';
import { MEGABYTE, judgeBytes } from '#domain/basics/file-limit.ts';
import { TEMPLATE_FILE_ENDINGS, TEMPLATE_FILE_LIMIT } from '#domain/template/template-file.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { formatBytes, formatPercent } from '#web/platform/format/format.ts';
import { useErrorText, useSay, type Wrong } from '#web/platform/phrases/phrase.ts';
import css from './file-field.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

type Props = {
  file: FileContent | null;
  /** Names the purpose of the field, for people who cannot see its surroundings. */
  label: string;
  onChange: (file: FileContent | null) => void;
  /** Called when an upload starts and when it ends. A document saved in between would lack the file. */
  onBusy: (isBusy: boolean) => void;
};

/** A field for a file as content of a document. People choose or drop the file, replace it and remove it. */
export function FileField({ file, label, onChange, onBusy }: Props) {
  const say = useSay();
  const upload = useFileUpload(onChange);
  const isBusy = upload.sending !== undefined;
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  return (
    <div role="group" aria-label={label} className={css.field}>
      {upload.sending ? (
        <Sending sending={upload.sending} onCancel={upload.cancel} />
      ) : file ? (
        <FileLine file={file}>
          <Chooser onChoose={upload.send}>
            {(choose) => (
              <ReasonButton variant="default" onClick={choose}>
                {say('template.replaceFile')}
              </ReasonButton>
            )}
          </Chooser>
          <ReasonButton variant="default" onClick={() => onChange(null)}>
            {say('action.remove')}
          </ReasonButton>
        </FileLine>
      ) : (
        <Chooser onChoose={upload.send}>{(choose) => <DropZone onChoose={choose} onDrop={upload.send} />}</Chooser>
      )}
      <Refused refused={upload.refused} />
    </div>
  );
}

type ChooserProps = { onChoose: (file: File) => void; children: (choose: () => void) => ReactNode };

/** The browser's file chooser, with our own button. */
function Chooser({ onChoose, children }: ChooserProps) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={TEMPLATE_FILE_ENDINGS}
        aria-label={say('template.chooseFile')}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          // Without this, the same file could not be chosen again.
          event.currentTarget.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
    </>
  );
}

function DropZone({ onChoose, onDrop }: { onChoose: () => void; onDrop: (file: File) => void }) {
  const say = useSay();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onDrop(dropped);
  };
  return (
    <button
      type="button"
      className={css.drop}
      data-over={isOver || undefined}
      onClick={onChoose}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={26} stroke={1.5} aria-hidden />
      <span className={css.words}>{say('template.chooseFile')}</span>
      <span className={css.quiet}>
        {say('template.fileHelp', {
          types: TEMPLATE_FILE_ENDINGS,
          megabytes: Math.ceil(TEMPLATE_FILE_LIMIT.bytes / MEGABYTE),
        })}
      </span>
    </button>
  );
}

function Sending({ sending, onCancel }: { sending: NonNullable<FileUpload['sending']>; onCancel: () => void }) {
  const say = useSay();
  const { name, size, share } = sending;
  const percent = Math.floor(share * 100);
  return (
    <div className={css.line}>
      <div className={css.about}>
        <span className={css.name}>{name}</span>
        <span className={css.quiet} role="status">
          {share < 1
            ? say('template.sending', { percent: formatPercent(percent), size: formatBytes(size) })
            : say('template.checking')}
        </span>
        <span
          className={css.bar}
          role="progressbar"
          aria-label={name}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${percent}%` }} />
        </span>
      </div>
      <ReasonButton variant="default" onClick={onCancel}>
        {say('action.cancel')}
      </ReasonButton>
    </div>
  );
}

function Refused({ refused }: { refused: FileUpload['refused'] }) {
  const textOf = useErrorText();
  return (
    <div role="alert">
      {refused && (
        <p className={css.refused}>
          <IconAlertCircle size={16} aria-hidden />
          <span>
            {refused.name}: {textOf(refused.why)}
          </span>
        </p>
      )}
    </div>
  );
}

const PICTURES: Record<FileContent['fileType'], Icon> = {
  pdf: IconFileTypePdf,
  doc: IconFileTypeDoc,
  docx: IconFileTypeDoc,
  xls: IconFileTypeXls,
  xlsx: IconFileTypeXls,
  ppt: IconFileTypePpt,
  pptx: IconFileTypePpt,
};

/** A file of a template: its name, type and size, and its actions. */
function FileLine({ file, children }: { file: FileContent; children?: ReactNode }) {
  const Picture = PICTURES[file.fileType];
  return (
    <div className={css.line}>
      <Picture size={28} stroke={1.5} aria-hidden />
      <div className={css.about}>
        <a className={css.name} href={file.url} download={file.fileName}>
          {file.fileName}
        </a>
        <span className={css.quiet}>
          {file.fileType.toUpperCase()}, {formatBytes(file.size)}
        </span>
      </div>
      {children && <div className={css.ways}>{children}</div>}
    </div>
  );
}

type Share = { readonly name: string; readonly size: number; readonly share: number };

type FileUpload = ReturnType<typeof useFileUpload>;

/** Returns the upload of a document's file: its progress, or the reason why the server refused the file. */
function useFileUpload(onUploaded: (file: FileContent) => void) {
  const [sending, setSending] = useState<Share>();
  // The last file and the reason, if it was refused.
  const [refused, setRefused] = useState<{ readonly name: string; readonly why: Wrong }>();
  const way = useRef<AbortController>(undefined);
  const latest = useRef(onUploaded);
  useLayoutEffect(() => {
    latest.current = onUploaded;
  });
  useEffect(() => () => way.current?.abort(), []);
  const cancel = () => {
    way.current?.abort();
    way.current = undefined;
    setSending(undefined);
  };
  const upload = async (file: File) => {
    cancel();
    const own = new AbortController();
    way.current = own;
    const { name, size } = file;
    setRefused(undefined);
    setSending({ name, size, share: 0 });
    try {
      const stored = await api(uploadTemplateFile, {
        body: { File: file },
        signal: own.signal,
        onSent: (share) => way.current === own && setSending({ name, size, share }),
      });
      if (way.current !== own) return;
      latest.current(stored);
    } catch (thrown) {
      if (own.signal.aborted) return;
      const error = asApiError(thrown);
      setRefused({ name, why: error.fields['File'] ?? error });
    }
    setSending(undefined);
  };
  const send = (file: File) => {
    const why = judgeBytes(TEMPLATE_FILE_LIMIT, file.size);
    if (!why) return void upload(file);
    cancel();
    setRefused({ name: file.name, why });
  };
  return { sending, refused, send, cancel };
}
