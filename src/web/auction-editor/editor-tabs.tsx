import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { ReactNode } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { isEditorTab, type EditorTab } from '#web/auction-editor/editor-tab.ts';
import css from './editor-tabs.module.css';

type Props = {
  tab: EditorTab;
  /** Called when the person opens a tab; absent if there is only one tab. */
  onTab?: (tab: EditorTab) => void;
  itemCount?: number;
  settings: ReactNode;
  items: ReactNode;
  /** The owner's change request, if there is one. */
  changes?: ReactNode;
  /** True while the request waits for a decision. */
  isWaiting?: boolean;
};

/** The tabs for settings and items. Both tabs stay mounted, so that switching keeps unsaved input. */
export function EditorTabs({ tab, onTab, itemCount, settings, items, changes, isWaiting }: Props) {
  const say = useSay();
  return (
    <Tabs
      value={tab}
      onChange={(value) => isEditorTab(value) && onTab?.(value)}
      keepMounted
      classNames={{ list: css.list, panel: css.panel }}
    >
      <Tabs.List>
        <Tabs.Tab value="settings">{say('auction.settings')}</Tabs.Tab>
        <Tabs.Tab value="items" disabled={!onTab}>
          {say('auction.items')}
          {itemCount !== undefined && <span className={css.count}>{itemCount}</span>}
        </Tabs.Tab>
        {changes && (
          <Tabs.Tab value="changes">
            {say('changeRequest.title')}
            {isWaiting && <span className={css.waiting}>{say('changeRequest.waiting')}</span>}
          </Tabs.Tab>
        )}
        {!onTab && <span className={css.note}>{say('auction.itemsAfterSettings')}</span>}
      </Tabs.List>
      <Tabs.Panel value="settings">{settings}</Tabs.Panel>
      <Tabs.Panel value="items">{items}</Tabs.Panel>
      {changes && <Tabs.Panel value="changes">{changes}</Tabs.Panel>}
    </Tabs>
  );
}
