import { IconBuilding } from '@tabler/icons-react';
import type { Profile } from '#contract/identity/identity.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import css from './who.module.css';

/** Greets the signed-in person and shows the person's company. */
export function UserGreeting() {
  const profile = useProfile();
  const say = useSay();
  const greeting = useAtSecond(greetingAt);
  const company = useCompany(profile);
  return (
    <div className={css.who}>
      <div className={css.greeting}>
        {say('shell.greetingName', { greeting: say(greeting), name: profile.username })}
      </div>
      <div className={css.about}>
        <span className={css.mail}>{profile.email}</span>
        {company && (
          <span className={css.company}>
            <IconBuilding size={14} aria-hidden />
            {company}
          </span>
        )}
      </div>
    </div>
  );
}

const MORNING_HOUR = 5;
const NOON_HOUR = 12;
const EVENING_HOUR = 18;

/** Returns the greeting for the time of day in the person's time zone. */
function greetingAt(nowMs: number): PhraseKey {
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
