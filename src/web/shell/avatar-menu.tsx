import { Menu, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import { IconChevronDown, IconLanguage, IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/env.ts';
import { chooseLanguage } from '#web/platform/language.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';
import { useProfile } from '#web/platform/profile.ts';
import type { Role } from '#web/platform/session.ts';
import css from './avatar-menu.module.css';

/** Change password, update information and the phone number come with their pages. */
export function AvatarMenu({ role }: { role: Role }) {
  const say = useSay();
  const navigate = useNavigate();
  const language = useLanguage();
  const { username } = useProfile();
  const other = language === 'en' ? 'zh' : 'en';
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={css.target} aria-label={say('shell.account', { name: username })}>
          <span className={css.picture} aria-hidden>
            {username.slice(0, 1).toUpperCase()}
          </span>
          <span className={css.name}>{username}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {role === 'admin' ? say('shell.administrator') : say('shell.signedInAs')} · {username}
        </Menu.Label>
        {env().variant === 'TNBX' && (
          <Menu.Item
            leftSection={<IconLanguage size={16} aria-hidden />}
            lang={other === 'zh' ? 'zh-CN' : 'en'}
            onClick={() => chooseLanguage(other)}
          >
            {say(other === 'zh' ? 'shell.chinese' : 'shell.english')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void navigate({ to: paths.logout })}
        >
          {say('action.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
