import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import type { TemplateContent } from '#contract/template.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { FileReader } from '#web/document/file-reader.tsx';
import type { ReaderProps } from '#web/document/rich-text.tsx';

type Props = ReaderProps & { content: TemplateContent };

/** What a document says: a rich text, or a file. What shows either is loaded when there is something to show. */
export function DocumentReader({ content, ...props }: Props) {
  return content.kind === 'text' ? <Text html={content.html} {...props} /> : <FileReader file={content} {...props} />;
}

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

/** Of one line, as the facts of a document take. */
export const NoteSkeleton = () => <Skeleton height={12} width={180} my={4} />;

export function TextSkeleton() {
  return (
    <div aria-hidden>
      {LINES.map((width) => (
        <Skeleton key={width} height={14} width={width} maw={640} mb={14} />
      ))}
    </div>
  );
}
