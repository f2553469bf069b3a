import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import columns from '#web/design/layout/detail-columns.module.css';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** As tall as an order's page usually is, so that little moves when it comes. */
export function OrderSkeleton() {
  const say = useSay();
  return (
    <div role="status" aria-label={say('shell.loading')}>
      <Skeleton height={26} width="min(100%, 340px)" mb={22} />
      <div className={columns.columns}>
        <Skeleton height={420} radius="md" className={columns.main} />
        <Skeleton height={260} radius="md" className={columns.aside} />
      </div>
    </div>
  );
}
