import { Button } from '@mantine/core';
import { IconBookmark, IconColumns, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ListViewsProps, OpenTool } from '#web/design/lists/list-tools.tsx';
import { filtersOnStore } from '#web/design/lists/use-filter.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';
import css from './list-views.module.css';

const ListTools = lazy(() => import('#web/design/lists/list-tools.tsx'));

const LOOKS = { size: 'xs', variant: 'subtle' } as const;

/** Parts of a list's toolbar: saved filters, the choice of columns, and below them the active filters. */
export function ListViews(props: ListViewsProps) {
  const say = useSay();
  const [open, setOpen] = useState<OpenTool>();
  return (
    <>
      <div className={css.tools} data-inline>
        <Button {...LOOKS} leftSection={<IconBookmark size={15} aria-hidden />} onClick={() => setOpen('views')}>
          {say('list.views')}
        </Button>
        {props.columns && (
          <Button {...LOOKS} leftSection={<IconColumns size={15} aria-hidden />} onClick={() => setOpen('columns')}>
            {say('list.columns')}
          </Button>
        )}
      </div>
      <FilterChips />
      <Suspense>
        <ListTools {...props} open={open} onClose={() => setOpen(undefined)} />
      </Suspense>
    </>
  );
}

/**
 * Shows the active filters, each with a button that removes it. The filters are in the first rendering of the list,
 * because filters that appear later would push the list down.
 */
function FilterChips() {
  const say = useSay();
  const navigate = useNavigate();
  const filters = useStore(filtersOnStore);
  const drop = (names: readonly string[]) => {
    const dropped = Object.fromEntries(names.map((one) => [one, undefined]));
    void navigate({ to: '.', search: (before: object) => ({ ...before, page: undefined, ...dropped }) });
  };
  if (filters.size === 0) return null;
  return (
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
  );
}
