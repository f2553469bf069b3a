import { IconChevronDown } from '@tabler/icons-react';
import { MenuButton } from '#web/design/dialogs/menu-button.tsx';
import { useLater } from '#web/platform/clock/use-later.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import css from './avatar-menu.module.css';

const loadEntries = () => import('#web/shell/menu/avatar-entries.tsx');
/** When a page has been read for a moment; a pointer or the focus on the button brings them before. */
const AFTER_MS = 3_000;

export function AvatarMenu() {
  const { username } = useProfile();
  const say = useSay();
  const [entries, bring] = useLater(loadEntries, AFTER_MS);
  const Entries = entries?.default;
  return (
    <MenuButton
      label={say('shell.account', { name: username })}
      className={css.target}
      onNear={bring}
      renderMenu={(place) => Entries && <Entries {...place} />}
    >
      <span className={css.picture} data-initial={username.slice(0, 1).toUpperCase()} aria-hidden />
      <span className={css.name}>{username}</span>
      <IconChevronDown size={14} aria-hidden />
    </MenuButton>
  );
}
