import { ActionIcon } from '@mantine/core';
import { IconBan, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMatches, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { Notice } from '#web/design/feedback/notice.tsx';
import { env } from '#web/platform/page/env.ts';
import { useLetterKeys } from '#web/platform/page/keys.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { profileQuery, useProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { Frame } from '#web/shell/frame.tsx';
import { menuOf } from '#web/shell/menu/menu.ts';
import { MenuLinks } from '#web/shell/menu/menu-links.tsx';
import { TopBar } from '#web/shell/top-bar.tsx';
import css from './shell.module.css';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

type Props = { role: Role; /** Further controls in the top bar. */ tools: ReactNode };

/** The layout of all pages with a session: sidebar, top bar, footer (docs/rules.md#layout). */
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

/**
 * On every page, tells users which of their companies are blacklisted. The profile is fetched again when the tab
 * becomes visible.
 */
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

/** The maximum time between pressing G and the letter, in ms. */
const SEQUENCE_MS = 1_500;

/** Handles the shortcuts of the menu: G, then a letter. */
function useGoKeys(role: Role): void {
  const navigate = useNavigate();
  const begunAt = useRef(-SEQUENCE_MS);
  useLetterKeys((key, { timeStamp }) => {
    const isSecond = timeStamp - begunAt.current < SEQUENCE_MS;
    begunAt.current = key === 'g' && !isSecond ? timeStamp : -SEQUENCE_MS;
    const place = menuOf(role, env()).flatMap(({ items }) => items.filter((item) => item.letter === key));
    if (isSecond && place[0]) void navigate({ to: place[0].to });
    return isSecond && place.length > 0;
  });
}
