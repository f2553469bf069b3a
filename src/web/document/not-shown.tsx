import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconFileDownload } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { ReaderProps } from '#web/document/rich-text.tsx';

/** Shown for a file that the page cannot display. The download above it still works. */
export function NotShown({ reason, onShown }: Pick<ReaderProps, 'onShown'> & { reason: PhraseKey }) {
  const shown = useEffectEvent(() => onShown?.([]));
  useEffect(() => shown(), []);
  return <EmptyState title={reason} hint="reading.downloadInstead" icon={IconFileDownload} />;
}

export function PagesSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton height={34} mb={12} maw={360} />
      <Skeleton height={520} />
    </div>
  );
}
