import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './room.module.css';

const ROWS = 8;

/** Shows the room's layout while its first snapshot loads. Nothing shifts when the snapshot arrives. */
export function RoomSkeleton({ isBidder }: { isBidder: boolean }) {
  const say = useSay();
  return (
    <div className={css.room} aria-busy>
      <span className="visually-hidden" role="status">
        {say('shell.loading')}
      </span>
      <div className={css.grid} data-watching={!isBidder || undefined} aria-hidden>
        <div>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={54} mb={4} />
          ))}
        </div>
        <div className={css.pane}>
          <Skeleton height={112} mb={14} />
          {Array.from({ length: ROWS }, (_, row) => (
            <Skeleton key={row} height={20} m={8} mb={16} width="auto" />
          ))}
          <Skeleton height={220} />
        </div>
        {isBidder && <Skeleton height={480} />}
      </div>
    </div>
  );
}
