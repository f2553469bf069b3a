import { IconChevronDown, IconLanguage, IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { MenuButton, type MenuEntry } from '#web/design/menu-button.tsx';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/env.ts';
import { chooseLanguage, LANGUAGE_TAGS } from '#web/platform/language.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';
import { useProfile } from '#web/platform/profile.ts';
import css from './avatar-menu.module.css';

/** Change password, update information and the phone number come with their pages. */
export function AvatarMenu() {
  const say = useSay();
  const navigate = useNavigate();
  const other = useLanguage() === 'en' ? 'zh' : 'en';
  const { username } = useProfile();
  const language: MenuEntry = {
    id: 'language',
    label: say(other === 'zh' ? 'shell.chinese' : 'shell.english'),
    icon: IconLanguage,
    lang: LANGUAGE_TAGS[other],
    run: () => chooseLanguage(other),
  };
  const signOut: MenuEntry = {
    id: 'signOut',
    label: say('action.signOut'),
    icon: IconLogout,
    run: () => void navigate({ to: paths.logout }),
  };
  return (
    <MenuButton
      label={say('shell.account', { name: username })}
      className={css.target}
      entries={env().variant === 'TNBX' ? [language, signOut] : [signOut]}
    >
      <span className={css.picture} aria-hidden>
        {username.slice(0, 1).toUpperCase()}
      </span>
      <span className={css.name}>{username}</span>
      <IconChevronDown size={14} aria-hidden />
    </MenuButton>
  );
}
