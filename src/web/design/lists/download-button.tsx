import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#web/design/feedback/toast.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText } from '#web/platform/phrases/phrase.ts';

export type Download = {
  /** Of the file, with its ending. */
  readonly name: string;
  readonly load: () => Promise<Blob>;
};

type Props = Download & {
  label: string;
  /** What the label alone doesn't say. */
  spoken?: string;
};

/** Asks for a file and keeps it; a toast tells of what went wrong. */
export function useDownload() {
  const textOf = useErrorText();
  const [isLoading, setIsLoading] = useState(false);
  const take = async ({ name, load }: Download) => {
    setIsLoading(true);
    try {
      save(await load(), name);
    } catch (thrown) {
      toast('bad', textOf(asApiError(thrown)));
    }
    setIsLoading(false);
  };
  return { isLoading, take };
}

/** A file that is asked for and kept. */
export function DownloadButton({ label, spoken, ...file }: Props) {
  const { isLoading, take } = useDownload();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isLoading}
      {...(spoken !== undefined && { 'aria-label': spoken })}
      onClick={() => void take(file)}
    >
      {label}
    </Button>
  );
}

/** Files come by a call that shows who asks, so the browser can't fetch them by a link of their own. */
function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
