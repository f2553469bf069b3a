import { Skeleton, Button } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TemplateContent, FileContent } from '#contract/template.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { NotShown, PagesSkeleton } from '#web/document/not-shown.tsx';
import { isShown, openFile } from '#web/document/open-file.tsx';
import { TEMPLATES_KEY } from '#web/document/template-queries.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import type { ReaderProps } from '#web/document/rich-text.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './document.module.css';

type Props = ReaderProps & { content: TemplateContent };

/** Shows a document's content, a rich text or a file. The viewers are loaded on demand. */
export function DocumentReader({ content, ...props }: Props) {
  return content.kind === 'text' ? <Text html={content.html} {...props} /> : <FileReader file={content} {...props} />;
}

/** Shows the text of a document. Its renderer is loaded on demand. */
function Text(props: ReaderProps & { html: string }) {
  const {
    data: RichText,
    error,
    refetch,
  } = useQuery({
    queryKey: ['rich-text-reader'],
    queryFn: async () => (await import('#web/document/rich-text.tsx')).RichText,
    staleTime: Infinity,
    meta: { silent: true },
  });
  if (RichText) return <RichText {...props} />;
  return error ? <ErrorState error={asApiError(error)} onRetry={() => void refetch()} /> : <TextSkeleton />;
}

const LINES = ['40%', '96%', '92%', '98%', '60%', '30%', '94%', '97%', '88%', '45%'];

/** A placeholder for the facts of a document: one line high. */
export const NoteSkeleton = () => <Skeleton height={12} width={180} my={4} />;

/** A placeholder about as tall as a short text, so that little moves when the text is loaded. */
export function TextSkeleton() {
  return (
    <div aria-hidden>
      {LINES.map((width) => (
        <Skeleton key={width} height={14} width={width} maw={640} mb={14} />
      ))}
    </div>
  );
}

type FileProps = ReaderProps & { file: FileContent };

/** Shows a file in the page if its type allows that. Every file also has a download button. */
function FileReader({ file, ...props }: FileProps) {
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

/** Shows a file in the viewer for its type. The viewer is loaded on demand. */
function Opened({ file, ...props }: FileProps) {
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
  // The file's link may have expired, so a new one is fetched.
  const retry = async () => {
    await queryClient.invalidateQueries({ queryKey: TEMPLATES_KEY });
    await refetch();
  };
  if (Shown) return <Shown {...props} />;
  return error ? <ErrorState error={asApiError(error)} onRetry={() => void retry()} /> : <PagesSkeleton />;
}

/** Formats a file size: `640 kB`, `1.2 MB`. */
const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
