import { useMediaQuery } from '@mantine/hooks';
import { IconCalendar, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { Segments } from '#web/design/layout/segments.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/**
 * The layout of a list: a grid of cards, a table, or a calendar. The default is the grid. Phones get no table
 * (docs/rules.md#lists).
 */
type View = 'grid' | 'list' | 'calendar';
export type LayoutView<Shown extends View = View> = {
  views: readonly View[];
  shown: Shown;
  isPhone: boolean;
  choose: (view: View) => void;
};

const isView = (value: unknown): value is View => value === 'grid' || value === 'list' || value === 'calendar';

type Options = {
  /** Whether the list can be a calendar. */
  readonly hasCalendar: boolean;
};

/** Returns the layout that the user chose, the layout that is shown, and a function to choose a layout. */
export function useLayoutView(): LayoutView<'grid' | 'list'>;
export function useLayoutView(options: Options): LayoutView;
export function useLayoutView({ hasCalendar }: Options = { hasCalendar: false }): LayoutView {
  const isPhone = useMediaQuery('(max-width: 639px)', undefined, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<View>(() => readStored('layoutView', isView) ?? 'grid');
  const choose = (view: View) => {
    keep('layoutView', view);
    setChosen(view);
  };
  const views: View[] = [
    'grid',
    ...(isPhone ? [] : (['list'] as const)),
    ...(hasCalendar ? (['calendar'] as const) : []),
  ];
  return { views, shown: views.includes(chosen) ? chosen : 'grid', isPhone, choose };
}

const ICONS = { grid: IconLayoutGrid, list: IconList, calendar: IconCalendar } as const;
const LABELS = { grid: 'list.grid', list: 'list.table', calendar: 'auctionCalendar.view' } as const;

/** Switches between cards, table and calendar. Hidden if there is only one layout. */
export function ViewToggle({ view: { views, shown, choose } }: { view: LayoutView }) {
  const say = useSay();
  if (views.length === 1) return null;
  return (
    <Segments
      label={say('list.view')}
      segments={views.map((value) => ({ value, label: say(LABELS[value]), icon: ICONS[value] }))}
      value={shown}
      onChange={choose}
    />
  );
}
