import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useDeferredLoad } from '#web/platform/clock/use-deferred-load.ts';
import { hasCommandKey, useCommandKey } from '#web/platform/page/command-key.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './search-button.module.css';

const loadDialog = () => import('#web/search/search-dialog.tsx');
/** The time in ms after which the dialog is loaded. It loads earlier if the pointer or the focus is on the button. */
const AFTER_MS = 3_000;

/** The search in the top bar. Ctrl-K opens it, too; on Apple devices Cmd-K. */
export function SearchButton({ role }: { role: Role }) {
  const say = useSay();
  const [dialog, bring] = useDeferredLoad(loadDialog, AFTER_MS);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    bring();
    setIsOpen(true);
    return true;
  };
  useCommandKey('k', open);
  const Dialog = dialog?.SearchDialog;
  return (
    <>
      <ActionIcon
        className={css.button}
        variant="transparent"
        size={40}
        data-keys="search"
        aria-label={say('search.open')}
        aria-keyshortcuts={hasCommandKey() ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onPointerEnter={bring}
        onFocus={bring}
        onClick={open}
      >
        <IconSearch size={20} />
      </ActionIcon>
      {isOpen && Dialog && <Dialog role={role} onClose={() => setIsOpen(false)} />}
    </>
  );
}
