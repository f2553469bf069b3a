import { Button } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FileContent } from '#contract/template.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { isShown, openFile } from '#web/document/open-file.tsx';
import { NotShown, PagesSkeleton } from '#web/document/not-shown.tsx';
import type { ReaderProps } from '#web/document/rich-text.tsx';
import { TEMPLATES_KEY } from '#web/document/template-queries.ts';
import css from './document.module.css';

type Props = ReaderProps & { file: FileContent };

/** A file in the page, as far as its kind can be shown, and always to be kept. */
export function FileReader({ file, ...props }: Props) {
  const say = useSay();
  return (
    <section className={css.file} aria-label={file.fileName}>
      <header className={css.fileHead}>
        <span className={css.fileName}>
          <IconFileText size={18} aria-hidden />
          <span>{file.fileName}</span>
          <span className={css.fileSize}>{sizeText(file.size)}</span>
        </span>
        <Button
          component="a"
          href={file.url}
          download={file.fileName}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {say('reading.download')}
        </Button>
      </header>
      {isShown(file) ? (
        <Opened file={file} {...props} />
      ) : (
        <NotShown reason="reading.notShown" onShown={props.onShown} />
      )}
    </section>
  );
}

const KEPT_MS = 60_000;

function Opened({ file, ...props }: Props) {
  const queryClient = useQueryClient();
  const {
    data: Shown,
    error,
    refetch,
  } = useQuery({
    queryKey: ['document-file', file.fileId],
    queryFn: ({ signal }) => openFile(file, signal),
    staleTime: Infinity,
    gcTime: KEPT_MS,
    meta: { silent: true },
  });
  // A link that is over is asked for anew.
  const retry = async () => {
    await queryClient.invalidateQueries({ queryKey: TEMPLATES_KEY });
    await refetch();
  };
  if (Shown) return <Shown {...props} />;
  return error ? <ErrorState error={asApiError(error)} onRetry={() => void retry()} /> : <PagesSkeleton />;
}

/** As people write sizes of files: `640 kB`, `1.2 MB`. */
const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
