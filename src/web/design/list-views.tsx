import { lazy, Suspense } from 'react';
import type { PhraseKey } from '#web/platform/phrase.ts';
import css from './list-views.module.css';

export type ViewedColumn = { readonly id: string; readonly title: PhraseKey };

type Props = {
  /** Under this name filters are saved and columns put away. */
  list: string;
  columns?: readonly ViewedColumn[];
};

const ListTools = lazy(() => import('#web/design/list-tools.tsx'));

/** Below the filters of a list: which of them are on, the saved ones, and the choice of columns. */
export function ListViews(props: Props) {
  return (
    <div className={css.place}>
      <Suspense>
        <ListTools {...props} />
      </Suspense>
    </div>
  );
}
