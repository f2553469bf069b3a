import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#web/design/toast.tsx';
import { asApiError } from '#web/platform/api-error.ts';
import { useErrorText } from '#web/platform/phrase.ts';

type Props = {
  label: string;
  /** What the label alone doesn't say. */
  spoken?: string;
  /** Of the file, with its ending. */
  name: string;
  load: () => Promise<Blob>;
};

/** A file that is asked for and kept. */
export function DownloadButton({ label, spoken, name, load }: Props) {
  const textOf = useErrorText();
  const [isLoading, setIsLoading] = useState(false);
  const take = async () => {
    setIsLoading(true);
    try {
      save(await load(), name);
    } catch (thrown) {
      toast('bad', textOf(asApiError(thrown)));
    }
    setIsLoading(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isLoading}
      {...(spoken !== undefined && { 'aria-label': spoken })}
      onClick={() => void take()}
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
