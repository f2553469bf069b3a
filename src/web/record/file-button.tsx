import { Button } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props = { label: PhraseKey; icon: ReactNode; accept: string; onFile: (file: File) => void };

/** A button that lets the reader select a file. The file stays in the browser. */
export function FileButton({ label, icon, accept, onFile }: Props) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" w="fit-content" leftSection={icon} onClick={() => input.current?.click()}>
        {say(label)}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={accept}
        aria-label={say(label)}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onFile(file);
          // Allows the user to select the same file again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
