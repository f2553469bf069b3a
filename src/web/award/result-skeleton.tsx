import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './result.module.css';

export function ResultSkeleton() {
  const say = useSay();
  return (
    <div aria-busy>
      <span className="visually-hidden" role="status">
        {say('shell.loading')}
      </span>
      <Skeleton height={52} width={360} maw="80%" mb={14} />
      <Skeleton height={38} mb={14} />
      <div className={css.result} aria-hidden>
        <Skeleton height={104} />
        <Skeleton height={104} />
        {/* As high as what comes at least, so that the footer stays out of sight. */}
        <Skeleton height="70vh" mih={320} />
      </div>
    </div>
  );
}
