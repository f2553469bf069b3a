import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { Segments } from '#web/design/layout/segments.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/**
 * The layout of a list: a grid of cards, or a table. The default is the grid. Phones always get the grid
 * (docs/rules.md#lists).
 */
type View = 'grid' | 'list';
type LayoutView = { chosen: View; shown: View; isPhone: boolean; choose: (view: View) => void };

const isView = (value: unknown): value is View => value === 'grid' || value === 'list';

/** Returns the layout that the user chose, the layout that is shown, and a function to choose a layout. */
export function useLayoutView(): LayoutView {
  const isPhone = useMediaQuery('(max-width: 639px)', undefined, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<View>(() => readStored('layoutView', isView) ?? 'grid');
  const choose = (view: View) => {
    keep('layoutView', view);
    setChosen(view);
  };
  return { chosen, shown: isPhone ? 'grid' : chosen, isPhone, choose };
}

/** Switches between cards and table. Hidden on phones, which always show cards. */
export function ViewToggle({ view }: { view: LayoutView }) {
  const say = useSay();
  if (view.isPhone) return null;
  return (
    <Segments
      label={say('list.view')}
      segments={[
        { value: 'grid', label: say('list.grid'), icon: IconLayoutGrid },
        { value: 'list', label: say('list.table'), icon: IconList },
      ]}
      value={view.chosen}
      onChange={view.choose}
    />
  );
}
