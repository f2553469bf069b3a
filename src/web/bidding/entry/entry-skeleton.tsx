import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './entry.module.css';

const MOST = 4;

export function EntrySkeleton({ count }: { count: number }) {
  const say = useSay();
  return (
    <div aria-busy>
      <span className="visually-hidden" role="status">
        {say('shell.loading')}
      </span>
      <Skeleton height={66} mb={14} />
      <Skeleton height={42} mb={14} />
      <div className={css.grid} aria-hidden>
        <div className={css.items}>
          {Array.from({ length: Math.min(count, MOST) }, (_, index) => (
            <Skeleton key={index} height={198} />
          ))}
        </div>
        <Skeleton height={260} />
      </div>
    </div>
  );
}
