import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '#web/design/toast.tsx';
import { asApiError } from '#web/platform/api-error.ts';
import { useErrorText, useSay } from '#web/platform/phrase.ts';
import css from './export-buttons.module.css';

const FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof FORMATS)[number];

type Props = {
  /** Asks for the file as the list is filtered now. */
  load: (format: ExportFormat) => Promise<Blob>;
  /** Of the file, without its ending. */
  name: string;
};

/** The list above which it stands as a file, in either format. */
export function ExportButtons({ load, name }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const [loading, setLoading] = useState<ExportFormat>();
  const take = async (format: ExportFormat) => {
    setLoading(format);
    try {
      save(await load(format), `${name}.${format}`);
    } catch (thrown) {
      toast('bad', textOf(asApiError(thrown)));
    }
    setLoading(undefined);
  };
  return (
    <div className={css.buttons} role="group" aria-label={say('list.export')}>
      {FORMATS.map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={loading === format}
          disabled={loading !== undefined}
          aria-label={say('list.exportAs', { format: format.toUpperCase() })}
          onClick={() => void take(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
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
