import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef } from 'react';
import { toast } from '#web/design/feedback/toast.tsx';
import { textOfFile } from '#web/document/table-file.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

type Props = {
  label: PhraseKey;
  /** Says that the file cannot be used. */
  unreadable: string;
  onText: (text: string) => void;
};

/** A button that reads a CSV or XLSX file as text, for a box where the person sees and can correct the rows. */
export function FileTextButton({ label, unreadable, onText }: Props) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    const text = await textOfFile(file, new AbortController().signal).catch(() => undefined);
    if (text === undefined) toast('bad', unreadable);
    else onText(text);
  };
  return (
    <>
      <ReasonButton
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {say(label)}
      </ReasonButton>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept=".csv,.txt,.xlsx"
        aria-label={say(label)}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          // Without this, the same file could not be chosen again.
          currentTarget.value = '';
          if (chosen) void read(chosen);
        }}
      />
    </>
  );
}
