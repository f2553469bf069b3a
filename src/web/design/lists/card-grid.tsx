import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { ReactNode } from 'react';
import { Pager, type Page } from '#web/design/lists/pager.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './card-grid.module.css';

type Props<Row> = {
  label: PhraseKey;
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined;
  page: Page;
  /** True while the next page loads. The current cards then stay visible, dimmed. */
  isStale: boolean;
  /** The usual height of a card, in pixels. */
  cardHeight: number;
  children: (row: Row) => ReactNode;
};

const SKELETONS = 6;

/** Shows a page of a list as cards, in as many columns as fit. */
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
