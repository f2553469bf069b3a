import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { ReactNode } from 'react';
import { useSay } from '#web/platform/phrase.ts';
import css from './editor-tabs.module.css';

export type EditorTab = 'settings' | 'items';

type Props = {
  tab: EditorTab;
  /** Absent while there is only one tab to be in. */
  onTab?: (tab: EditorTab) => void;
  itemCount?: number;
  settings: ReactNode;
  items: ReactNode;
};

/** Settings and items; both stay mounted, so that going to and fro keeps what was typed. */
export function EditorTabs({ tab, onTab, itemCount, settings, items }: Props) {
  const say = useSay();
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab?.(value === 'items' ? 'items' : 'settings')}
      keepMounted
      classNames={{ list: css.list, panel: css.panel }}
    >
      <Tabs.List>
        <Tabs.Tab value="settings">{say('auction.settings')}</Tabs.Tab>
        <Tabs.Tab value="items" disabled={!onTab}>
          {say('auction.items')}
          {itemCount !== undefined && <span className={css.count}>{itemCount}</span>}
        </Tabs.Tab>
        {!onTab && <span className={css.note}>{say('auction.itemsAfterSettings')}</span>}
      </Tabs.List>
      <Tabs.Panel value="settings">{settings}</Tabs.Panel>
      <Tabs.Panel value="items">{items}</Tabs.Panel>
    </Tabs>
  );
}
