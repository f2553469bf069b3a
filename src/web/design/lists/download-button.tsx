import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#web/design/feedback/toast.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText } from '#web/platform/phrases/phrase.ts';

/** A file that can be downloaded: its name, and how it is loaded. */
export type Download = {
  /** The name of the file, with its extension. */
  readonly name: string;
  readonly load: () => Promise<Blob>;
};

type Props = Download & {
  label: string;
  /** Replaces the label as accessible name, if the label alone is ambiguous. */
  spoken?: string;
};

/** Returns a function that downloads a file. A toast reports errors. */
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

/** A button that downloads a file. */
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

/** Saves a loaded file. The browser cannot fetch it by a plain link, because a download needs the session's token. */
function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
