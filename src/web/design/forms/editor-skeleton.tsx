import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The skeleton of a long form while its data loads. */
export function EditorSkeleton() {
  const say = useSay();
  return (
    <div role="status" aria-label={say('shell.loading')}>
      <Skeleton height={26} width="min(100%, 340px)" mb={10} />
      <Skeleton height={14} width={180} mb={22} />
      <Skeleton height={36} width={220} mb={14} />
      {[230, 150, 150, 220].map((height, at) => (
        <Skeleton key={at} height={height} mb={8} radius="md" />
      ))}
    </div>
  );
}
