import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useSay } from '#web/platform/phrase.ts';
import css from './sell-order-view.module.css';

/** As tall as an order's page usually is, so that little moves when it comes. */
export function OrderSkeleton() {
  const say = useSay();
  return (
    <div role="status" aria-label={say('shell.loading')}>
      <Skeleton height={26} width="min(100%, 340px)" mb={22} />
      <div className={css.columns}>
        <Skeleton height={420} radius="md" className={css.main} />
        <Skeleton height={260} radius="md" className={css.aside} />
      </div>
    </div>
  );
}
