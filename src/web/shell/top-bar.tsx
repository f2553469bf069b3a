import { ActionIcon } from '@mantine/core';
import { IconBuilding, IconMenu2 } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Profile } from '#contract/identity.ts';
import { useAtSecond } from '#web/platform/clock.ts';
import { env } from '#web/platform/env.ts';
import { useSay, type PhraseKey } from '#web/platform/phrase.ts';
import { useProfile } from '#web/platform/profile.ts';
import type { Role } from '#web/platform/session.ts';
import { AvatarMenu } from '#web/shell/avatar-menu.tsx';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { LanguageChoice } from '#web/shell/language-choice.tsx';
import { LiveClock } from '#web/shell/live-clock.tsx';
import { SlideOutMenu } from '#web/shell/slide-out-menu.tsx';
import css from './top-bar.module.css';

/** Greeting, name, e-mail, company and clock; on phones the menu slides out from here (specification 2). */
export function TopBar({ role, withBrand }: { role: Role; withBrand: boolean }) {
  const say = useSay();
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <header className={css.bar}>
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
      <div className={css.brand} data-always={withBrand || undefined}>
        <BrandMark height={24} />
      </div>
      <Who />
      <div className={css.end}>
        <div className={css.clock}>
          <LiveClock withDay />
        </div>
        {env().variant === 'GLOBAL' && <LanguageChoice />}
        <AvatarMenu />
      </div>
      <SlideOutMenu ref={menu} role={role} />
    </header>
  );
}

/** Who is signed in and for which company. */
export function Who() {
  const profile = useProfile();
  const say = useSay();
  const greeting = useAtSecond(greetingAt);
  return (
    <div className={css.who}>
      <div className={css.greeting}>
        {say('shell.greetingName', { greeting: say(greeting), name: profile.username })}
      </div>
      <div className={css.about}>
        <span className={css.mail}>{profile.email}</span>
        <span className={css.company}>
          <IconBuilding size={14} aria-hidden />
          {useCompany(profile)}
        </span>
      </div>
    </div>
  );
}

const MORNING_HOUR = 5;
const NOON_HOUR = 12;
const EVENING_HOUR = 18;

/** By the hour where the person is. */
export function greetingAt(nowMs: number): PhraseKey {
  const hour = new Date(nowMs).getHours();
  if (hour >= MORNING_HOUR && hour < NOON_HOUR) return 'shell.greetingMorning';
  return hour >= NOON_HOUR && hour < EVENING_HOUR ? 'shell.greetingAfternoon' : 'shell.greetingEvening';
}

function useCompany({ accounts, auctionUserRole }: Profile): string {
  const say = useSay();
  const [first, ...others] = accounts;
  if (!first) return auctionUserRole === 'User' ? '' : say('shell.administrator');
  return others.length === 0
    ? first.companyName
    : say('shell.moreCompanies', { company: first.companyName, more: others.length });
}
