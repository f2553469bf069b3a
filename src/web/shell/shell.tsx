import { ActionIcon } from '@mantine/core';
import { IconBan, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Notice } from '#web/design/feedback/notice.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { profileQuery, useProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { Frame } from '#web/shell/frame.tsx';
import { MenuLinks } from '#web/shell/menu/menu-links.tsx';
import { useGoKeys } from '#web/shell/menu/use-go-keys.ts';
import { TopBar } from '#web/shell/top-bar.tsx';
import css from './shell.module.css';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

type Props = { role: Role; /** Of other parts, for the top bar. */ tools: ReactNode };

/** Around every page of those who are signed in: sidebar, top bar, footer (specification 1). */
export function Shell({ role, tools }: Props) {
  const say = useSay();
  const isSidebarHidden = useMatches({
    select: (matches) => matches.some((match) => match.staticData.isSidebarHidden),
  });
  const [isOpen, setIsOpen] = useState(() => readStored('sidebar', isBoolean) ?? true);
  const toggle = () => {
    keep('sidebar', !isOpen);
    setIsOpen(!isOpen);
  };
  useGoKeys(role);
  const head = (
    <>
      {!isSidebarHidden && (
        <nav className={css.rail} aria-label={say('shell.menu')}>
          <div className={css.brand}>
            {isOpen && <BrandMark />}
            <ActionIcon
              className={css.toggle}
              variant="transparent"
              aria-label={say(isOpen ? 'shell.collapseSidebar' : 'shell.expandSidebar')}
              aria-expanded={isOpen}
              onClick={toggle}
            >
              {isOpen ? <IconLayoutSidebarLeftCollapse size={20} /> : <IconLayoutSidebarLeftExpand size={20} />}
            </ActionIcon>
          </div>
          <MenuLinks role={role} isNarrow={!isOpen} />
        </nav>
      )}
      <TopBar role={role} withBrand={isSidebarHidden} tools={tools} />
    </>
  );
  const shownSidebar = isOpen ? 'open' : 'closed';
  return (
    <Frame head={head} sidebar={isSidebarHidden ? 'hidden' : shownSidebar} role={role}>
      {role === 'user' && <BlacklistedBanner />}
    </Frame>
  );
}

/** On every page of a user: the companies that may not act. The profile is asked for anew when the page is looked at again. */
function BlacklistedBanner() {
  const say = useSay();
  useQuery(profileQuery);
  const companies = useProfile()
    .accounts.filter(({ status }) => status === 'Blacklisted')
    .map(({ companyName }) => companyName);
  if (companies.length === 0) return null;
  return (
    <Notice tone="bad" icon={IconBan} title="shell.blacklisted">
      <p>{say('shell.blacklistedText', { companies: companies.join(', ') })}</p>
    </Notice>
  );
}
