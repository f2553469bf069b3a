import type { ViewedColumn } from '#web/design/lists/columns-dialog.tsx';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { ColumnsDialog } from '#web/design/lists/columns-dialog.tsx';
import { viewsOf } from '#web/design/lists/saved-views.ts';
import { ViewsDialog } from '#web/design/lists/views-dialog.tsx';

type Props = ListViewsProps & { open: OpenTool; onClose: () => void };

/** The dialogs of the toolbar's buttons, and the filters that somebody opens a list with. */
export default function ListTools({ list, columns, open, onClose }: Props) {
  const navigate = useNavigate();
  const search: object = useSearch({ strict: false });
  const openDefault = useEffectEvent(() => {
    const view = viewsOf(list).find(({ isDefault }) => isDefault);
    const isOpenedPlain = Object.entries(search).every(([name, value]) => name === 'tab' || value === undefined);
    if (view && isOpenedPlain) void navigate({ to: '.', search: view.search, replace: true });
  });
  useEffect(() => openDefault(), []);
  return (
    <>
      {open === 'views' && <ViewsDialog list={list} onClose={onClose} />}
      {open === 'columns' && columns && <ColumnsDialog {...{ list, columns }} onClose={onClose} />}
    </>
  );
}

export type ListViewsProps = {
  /** Under this name filters are saved and columns put away. */
  list: string;
  columns?: readonly ViewedColumn[];
};

export type OpenTool = 'views' | 'columns' | undefined;
