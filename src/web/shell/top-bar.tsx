import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconMenu2, IconX } from '@tabler/icons-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { MenuButton } from '#web/design/dialogs/menu-button.tsx';
import { useDeferredLoad } from '#web/platform/clock/use-deferred-load.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { LanguageChoice } from '#web/shell/language-choice.tsx';
import { LiveClock } from '#web/shell/live-clock.tsx';
import { MenuLinks } from '#web/shell/menu/menu-links.tsx';
import { UserGreeting } from '#web/shell/menu/user-greeting.tsx';
import avatarCss from './avatar-menu.module.css';
import menuCss from './slide-out-menu.module.css';
import css from './top-bar.module.css';

/**
 * The bar with greeting, name, email, company and clock. On phones, its button opens the menu (docs/rules.md#layout).
 */
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
        <UserGreeting />
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

/**
 * The menu on phones. It uses the browser's modal dialog, which keeps the focus inside. Escape or a press outside
 * closes the menu.
 */
function SlideOutMenu({ ref, role }: { ref: RefObject<HTMLDialogElement | null>; role: Role }) {
  const say = useSay();
  const close = () => ref.current?.close();
  return (
    <dialog ref={ref} className={menuCss.menu} aria-label={say('shell.menu')}>
      <div className={menuCss.inside}>
        <div className={menuCss.head}>
          <BrandMark height={24} />
          <ActionIcon
            variant="transparent"
            size={40}
            className={menuCss.close}
            aria-label={say('shell.closeMenu')}
            onClick={close}
          >
            <IconX size={22} />
          </ActionIcon>
        </div>
        <nav aria-label={say('shell.menu')}>
          <MenuLinks role={role} onFollow={close} />
        </nav>
        <div className={menuCss.foot}>
          <UserGreeting />
          <LiveClock withDay />
          <LanguageChoice />
        </div>
      </div>
      <button
        type="button"
        tabIndex={-1}
        className={menuCss.beside}
        aria-label={say('shell.closeMenu')}
        onClick={close}
      />
    </dialog>
  );
}

const loadEntries = () => import('#web/shell/menu/avatar-entries.tsx');
/**
 * The time in ms after which the entries of the avatar menu are loaded. They load earlier if the pointer or the focus
 * is on the button.
 */
const AFTER_MS = 3_000;

function AvatarMenu() {
  const { username } = useProfile();
  const say = useSay();
  const [entries, bring] = useDeferredLoad(loadEntries, AFTER_MS);
  const Entries = entries?.default;
  return (
    <MenuButton
      label={say('shell.account', { name: username })}
      className={avatarCss.target}
      onNear={bring}
      renderMenu={(place) => Entries && <Entries {...place} />}
    >
      <span className={avatarCss.picture} data-initial={username.slice(0, 1).toUpperCase()} aria-hidden />
      <span className={avatarCss.name}>{username}</span>
      <IconChevronDown size={14} aria-hidden />
    </MenuButton>
  );
}
