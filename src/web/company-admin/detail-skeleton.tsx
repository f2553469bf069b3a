import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { DetailColumns } from '#web/design/layout/detail-columns.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** A placeholder as tall as most company pages, so that little moves when the data arrives. */
export function DetailSkeleton() {
  const say = useSay();
  return (
    <div role="status" aria-label={say('shell.loading')}>
      <Skeleton height={26} width="min(100%, 340px)" mb={22} />
      <DetailColumns main={<Skeleton height={420} radius="md" />} aside={<Skeleton height={260} radius="md" />} />
    </div>
  );
}
