import { Loader } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './record.module.css';

/** A record's file is chosen or dropped here; it goes no further than this page. */
export function RecordChooser({ onFile }: { onFile: (file: Blob, name: string) => void }) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file, file.name);
  };
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className={css.chooser}>
      <button
        type="button"
        className={css.drop}
        data-over={isOver || undefined}
        onClick={() => input.current?.click()}
        onDragOver={dragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <IconFileCertificate size={40} stroke={1.4} aria-hidden />
        <span className={css.dropTitle}>{say('record.choose')}</span>
        <span className={css.quiet}>{say('record.orDrop')}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept=".jsonl"
        aria-label={say('record.choose')}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file can be chosen once more.
          event.currentTarget.value = '';
        }}
      />
      <p className={css.quiet}>{say('record.whatItIs')}</p>
    </div>
  );
}

/** While a record comes or is computed again. */
export function ReadingState({ title, hint }: { title: PhraseKey; hint?: string }) {
  const say = useSay();
  return (
    <div className={css.reading} role="status">
      <Loader size={28} aria-hidden />
      <p className={css.dropTitle}>{say(title)}</p>
      {hint && <p className={css.quiet}>{hint}</p>}
    </div>
  );
}
