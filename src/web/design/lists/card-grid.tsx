import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { ReactNode } from 'react';
import { Pager, type Page } from '#web/design/lists/pager.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './card-grid.module.css';

type Props<Row> = {
  label: PhraseKey;
  /** Undefined while they load for the first time. */
  rows: readonly Row[] | undefined;
  page: Page;
  /** Cards stay, dimmed, while the next page loads. */
  isStale: boolean;
  /** As high as a card usually is, in pixels. */
  cardHeight: number;
  children: (row: Row) => ReactNode;
};

const SKELETONS = 6;

/** A page of a list as cards side by side, as many as fit. */
export function CardGrid<Row extends { readonly id: string }>(props: Props<Row>) {
  const { label, rows, page, isStale, cardHeight, children } = props;
  return (
    <div className={css.page} data-stale={isStale || undefined} aria-busy={rows === undefined}>
      <ul className={css.grid} aria-label={useSay()(label)}>
        {rows
          ? rows.map((row) => <li key={row.id}>{children(row)}</li>)
          : Array.from({ length: SKELETONS }, (_, at) => (
              <li key={at} aria-hidden>
                <Skeleton height={cardHeight} radius="md" />
              </li>
            ))}
      </ul>
      {rows && <Pager {...page} />}
    </div>
  );
}
