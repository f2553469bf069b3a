import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { ColumnsDialog } from '#web/design/columns-dialog.tsx';
import { filtersOnStore } from '#web/design/filters-on.ts';
import type { ListViewsProps, OpenTool } from '#web/design/list-views.tsx';
import { viewsOf } from '#web/design/saved-views.ts';
import { ViewsDialog } from '#web/design/views-dialog.tsx';
import { useSay } from '#web/platform/phrase.ts';
import { useStore } from '#web/platform/store.ts';
import css from './list-tools.module.css';

type Props = ListViewsProps & { open: OpenTool; onClose: () => void };

/** Which filters are on, each of which can be dropped; and the dialogs of the toolbar's buttons. */
export default function ListTools({ list, columns, open, onClose }: Props) {
  const say = useSay();
  const navigate = useNavigate();
  const search: object = useSearch({ strict: false });
  const filters = useStore(filtersOnStore);
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
    <>
      {filters.size > 0 && (
        <div className={css.chips}>
          {[...filters].map(([name, words]) => (
            <button key={name} type="button" className={css.chip} onClick={() => drop([name])}>
              <span className="visually-hidden">{say('list.dropFilter')}</span>
              {words}
              <IconX size={14} aria-hidden />
            </button>
          ))}
          <Button size="compact-sm" variant="subtle" onClick={() => drop([...filters.keys()])}>
            {say('list.clearAll')}
          </Button>
        </div>
      )}
      {open === 'views' && <ViewsDialog list={list} onClose={onClose} />}
      {open === 'columns' && columns && <ColumnsDialog {...{ list, columns }} onClose={onClose} />}
    </>
  );
}
