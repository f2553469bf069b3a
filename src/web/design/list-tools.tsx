import { Button } from '@mantine/core';
import { IconBookmark, IconColumns, IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { ColumnsDialog } from '#web/design/columns-dialog.tsx';
import { filtersOnStore } from '#web/design/filters-on.ts';
import type { ViewedColumn } from '#web/design/list-views.tsx';
import { viewsOf } from '#web/design/saved-views.ts';
import { ViewsDialog } from '#web/design/views-dialog.tsx';
import { useSay } from '#web/platform/phrase.ts';
import { useStore } from '#web/platform/store.ts';
import css from './list-tools.module.css';

type Props = { list: string; columns?: readonly ViewedColumn[] };

export default function ListTools({ list, columns }: Props) {
  const say = useSay();
  const navigate = useNavigate();
  const search: object = useSearch({ strict: false });
  const filters = useStore(filtersOnStore);
  const [open, setOpen] = useState<'views' | 'columns'>();
  const drop = (names: readonly string[]) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        page: undefined,
        ...Object.fromEntries(names.map((one) => [one, undefined])),
      }),
    });
  const openDefault = useEffectEvent(() => {
    const view = viewsOf(list).find(({ isDefault }) => isDefault);
    const isOpenedPlain = Object.keys(search).every((name) => name === 'tab');
    if (view && isOpenedPlain) void navigate({ to: '.', search: view.search, replace: true });
  });
  useEffect(() => openDefault(), []);
  return (
    <div className={css.tools}>
      {[...filters].map(([name, words]) => (
        <button key={name} type="button" className={css.chip} onClick={() => drop([name])}>
          <span className="visually-hidden">{say('list.dropFilter')}</span>
          {words}
          <IconX size={14} aria-hidden />
        </button>
      ))}
      {filters.size > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => drop([...filters.keys()])}>
          {say('list.clearAll')}
        </Button>
      )}
      <div className={css.end}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmark size={15} aria-hidden />}
          onClick={() => setOpen('views')}
        >
          {say('list.views')}
        </Button>
        {columns && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconColumns size={15} aria-hidden />}
            onClick={() => setOpen('columns')}
          >
            {say('list.columns')}
          </Button>
        )}
      </div>
      {open === 'views' && <ViewsDialog list={list} onClose={() => setOpen(undefined)} />}
      {open === 'columns' && columns && <ColumnsDialog {...{ list, columns }} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
