import { Button } from '@mantine/core';
import { IconBookmark, IconColumns } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { FilterChips } from '#web/design/lists/filter-chips.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './list-views.module.css';
import type { ListViewsProps, OpenTool } from '#web/design/lists/list-tools.tsx';

const ListTools = lazy(() => import('#web/design/lists/list-tools.tsx'));

/** In the toolbar of a list: its saved filters, the choice of columns, and below the bar the filters that are on. */
export function ListViews(props: ListViewsProps) {
  const say = useSay();
  const [open, setOpen] = useState<OpenTool>();
  return (
    <>
      <div className={css.tools} data-inline>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconBookmark size={15} aria-hidden />}
          onClick={() => setOpen('views')}
        >
          {say('list.views')}
        </Button>
        {props.columns && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconColumns size={15} aria-hidden />}
            onClick={() => setOpen('columns')}
          >
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
