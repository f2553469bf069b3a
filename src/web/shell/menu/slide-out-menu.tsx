import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { LanguageChoice } from '#web/shell/language-choice.tsx';
import { LiveClock } from '#web/shell/live-clock.tsx';
import { MenuLinks } from '#web/shell/menu/menu-links.tsx';
import { Who } from '#web/shell/menu/who.tsx';
import css from './slide-out-menu.module.css';

/** The menu of phones, in the browser's own modal dialog: focus stays in it, Escape and a press beside it close it. */
export function SlideOutMenu({ ref, role }: { ref: RefObject<HTMLDialogElement | null>; role: Role }) {
  const say = useSay();
  const close = () => ref.current?.close();
  return (
    <dialog ref={ref} className={css.menu} aria-label={say('shell.menu')}>
      <div className={css.inside}>
        <div className={css.head}>
          <BrandMark height={24} />
          <ActionIcon
            variant="transparent"
            size={40}
            className={css.close}
            aria-label={say('shell.closeMenu')}
            onClick={close}
          >
            <IconX size={22} />
          </ActionIcon>
        </div>
        <nav aria-label={say('shell.menu')}>
          <MenuLinks role={role} onFollow={close} />
        </nav>
        <div className={css.foot}>
          <Who />
          <LiveClock withDay />
          <LanguageChoice />
        </div>
      </div>
      <button type="button" tabIndex={-1} className={css.beside} aria-label={say('shell.closeMenu')} onClick={close} />
    </dialog>
  );
}
