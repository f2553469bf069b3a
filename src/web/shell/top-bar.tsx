import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { LanguageChoice } from '#web/shell/language-choice.tsx';
import { LiveClock } from '#web/shell/live-clock.tsx';
import { AvatarMenu } from '#web/shell/menu/avatar-menu.tsx';
import { SlideOutMenu } from '#web/shell/menu/slide-out-menu.tsx';
import { Who } from '#web/shell/menu/who.tsx';
import css from './top-bar.module.css';

/** Greeting, name, e-mail, company and clock; on phones the menu of a role slides out from here (specification 2). */
export function TopBar({ role, withBrand, tools }: { role?: Role; withBrand: boolean; tools?: ReactNode }) {
  const say = useSay();
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <header className={css.bar}>
      {role && (
        <ActionIcon
          className={css.burger}
          variant="transparent"
          size={40}
          aria-label={say('shell.openMenu')}
          aria-haspopup="dialog"
          onClick={() => menu.current?.showModal()}
        >
          <IconMenu2 size={22} />
        </ActionIcon>
      )}
      <div className={css.brand} data-always={withBrand || undefined}>
        <BrandMark height={24} />
      </div>
      <div className={css.who}>
        <Who />
      </div>
      <div className={css.end}>
        <div className={css.clock}>
          <LiveClock withDay />
        </div>
        <div className={css.language}>
          <LanguageChoice />
        </div>
        {tools}
        <AvatarMenu />
      </div>
      {role && <SlideOutMenu ref={menu} role={role} />}
    </header>
  );
}
