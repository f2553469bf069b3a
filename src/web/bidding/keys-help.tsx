import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Dialog } from '#web/design/dialog.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrase.ts';
import { keysHelpStore, switchKeys, useKeysOn } from '#web/bidding/room-keys.ts';
import css from './keys-help.module.css';

const KEYS = [
  { keys: ['B'], does: 'bidding.keyPrice' },
  { keys: ['↑', '↓'], does: 'bidding.keyTick' },
  { keys: ['Shift', '↑ ↓'], does: 'bidding.keyTenTicks' },
  { keys: ['Enter'], does: 'bidding.keyReview' },
  { keys: ['Enter'], does: 'bidding.keyPlace' },
  { keys: ['Esc'], does: 'bidding.keyCancel' },
  { keys: ['?'], does: 'bidding.keyHelp' },
] as const satisfies readonly { keys: readonly string[]; does: PhraseKey }[];

export default function KeysHelp() {
  const say = useSay();
  const isOn = useKeysOn();
  return (
    <Dialog title={say('bidding.keys')} isOpen onClose={() => keysHelpStore.set(false)} size="sm">
      <dl className={css.keys}>
        {KEYS.map(({ keys, does }) => (
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
      <Switch
        label={say('bidding.keysOn')}
        description={say('bidding.keysOnHelp')}
        checked={isOn}
        onChange={(event) => switchKeys(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
