import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useState } from 'react';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { env } from '#web/platform/page/env.ts';
import { hasCommandKey } from '#web/platform/page/command-key.ts';
import { keysSheetStore, switchKeys, useKeysOn } from '#web/platform/page/keys.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { areaOf, sessionStore } from '#web/platform/session/session.ts';
import { menuOf } from '#web/shell/menu/menu.ts';
import css from './keys-sheet.module.css';

type Line = { readonly keys: readonly string[]; readonly does: PhraseKey };
type Group = {
  readonly title: PhraseKey;
  /** A CSS selector. These shortcuts are listed only if the page has such an element. */
  readonly where: string;
  readonly lines: readonly Line[];
};

const GROUPS: readonly Group[] = [
  {
    title: 'keys.room',
    where: '[data-keys="room"]',
    lines: [
      { keys: ['B'], does: 'keys.price' },
      { keys: ['↑', '↓'], does: 'keys.tick' },
      { keys: ['Shift', '↑ ↓'], does: 'keys.tenTicks' },
      { keys: ['Enter'], does: 'keys.review' },
      { keys: ['Enter'], does: 'keys.place' },
      { keys: ['Esc'], does: 'keys.backToEdit' },
    ],
  },
  {
    title: 'keys.replay',
    where: '[data-keys="replay"]',
    lines: [
      { keys: ['←', '→'], does: 'keys.line' },
      { keys: ['Page ↑', 'Page ↓'], does: 'keys.tenth' },
      { keys: ['Home', 'End'], does: 'keys.ends' },
    ],
  },
  {
    title: 'search.title',
    where: '[data-keys="search"]',
    lines: [{ keys: [hasCommandKey() ? '⌘' : 'Ctrl', 'K'], does: 'search.open' }],
  },
  { title: 'keys.list', where: '[role="searchbox"]', lines: [{ keys: ['/'], does: 'keys.search' }] },
  {
    title: 'keys.everywhere',
    where: 'body',
    lines: [
      { keys: ['Tab'], does: 'keys.next' },
      { keys: ['Shift', 'Tab'], does: 'keys.before' },
      { keys: ['Enter'], does: 'keys.send' },
      { keys: ['Esc'], does: 'keys.close' },
      { keys: ['?'], does: 'keys.sheet' },
    ],
  },
];

/** The shortcuts of the current page, and the switch for single-letter shortcuts. */
export default function KeysSheet() {
  const say = useSay();
  const isOn = useKeysOn();
  // Finds the current page's shortcuts once, when the sheet opens. The page below cannot change while the sheet is
  // open.
  const [groups] = useState(() => [...GROUPS.filter(({ where }) => document.querySelector(where)), ...places()]);
  return (
    <Dialog title={say('keys.title')} isOpen onClose={() => keysSheetStore.set(false)} size="lg">
      {/* The focus starts here, not on the switch at the bottom. Screen readers then start at the top. */}
      <div className={css.groups} tabIndex={-1} data-autofocus>
        {groups.map(({ title, lines }) => (
          <section key={title}>
            <h3 className={css.title}>{say(title)}</h3>
            <dl className={css.keys}>
              {lines.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{say(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={say('keys.on')}
        description={say('keys.onHelp')}
        checked={isOn}
        onChange={(event) => switchKeys(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

/** Returns the shortcuts of the menu (G, then a letter). Pages without the menu have none. */
function places(): Group[] {
  const { profile } = sessionStore.get();
  const role = profile && areaOf(profile);
  if (!role || !location.pathname.startsWith(`/${role}/`)) return [];
  const lines = menuOf(role, env()).flatMap(({ items }) =>
    items.map(({ letter, label }): Line => ({ keys: ['G', letter.toUpperCase()], does: label })),
  );
  return [{ title: 'keys.places', where: 'body', lines }];
}
