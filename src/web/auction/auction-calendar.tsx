import { Button } from '@mantine/core';
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listCalendar, type CalendarEntry } from '#contract/auction/calendar-view.ts';
import { languageTag } from '#domain/basics/language.ts';
import { auctionsOn, monthAfter, monthOf, weeksOf, type CalendarDay } from '#web/auction/calendar-days.ts';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { rowsOf } from '#web/design/lists/data-table.tsx';
import { ListState } from '#web/design/lists/list-state.tsx';
import { paths } from '#web/paths.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatDay, formatTime } from '#web/platform/format/format.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './auction-calendar.module.css';

type Props = { role: Role; isPhone: boolean };

/** Shows the auctions of a month: a grid of days, on phones a list of the days that have auctions. */
export function AuctionCalendar({ role, isPhone }: Props) {
  const say = useSay();
  const language = useLanguage();
  const [month, setMonth] = useState(() => monthOf(nowMs()));
  const weeks = weeksOf(month);
  const { data, ...result } = useCalendar(role, weeks.flat());
  const title = new Intl.DateTimeFormat(languageTag(language), { year: 'numeric', month: 'long' }).format(
    new Date(month.year, month.month, 1),
  );
  const Days = isPhone ? Agenda : Grid;
  const days = <Days weeks={weeks} auctions={data?.items ?? []} role={role} title={title} />;
  const step = (count: number) => setMonth(monthAfter(month, count));
  return (
    <section aria-label={say('auctionCalendar.view')}>
      <header className={css.head}>
        <h2 aria-live="polite">{title}</h2>
        <div className={css.buttons}>
          <Button size="xs" variant="default" aria-label={say('auctionCalendar.previous')} onClick={() => step(-1)}>
            <IconChevronLeft size={16} aria-hidden />
          </Button>
          <Button size="xs" variant="default" onClick={() => setMonth(monthOf(nowMs()))}>
            {say('auctionCalendar.today')}
          </Button>
          <Button size="xs" variant="default" aria-label={say('auctionCalendar.next')} onClick={() => step(1)}>
            <IconChevronRight size={16} aria-hidden />
          </Button>
        </div>
      </header>
      <ListState
        {...rowsOf({ ...result, data: data?.items })}
        empty={
          isPhone ? (
            <EmptyState title="auctionCalendar.none" hint="auctionCalendar.noneHint" icon={IconCalendarOff} />
          ) : (
            days
          )
        }
      >
        {days}
      </ListState>
      {data?.isMore && <p>{say('auctionCalendar.more')}</p>}
    </section>
  );
}

/** Reads the auctions of the shown days. The previous month stays until the next one arrives. */
function useCalendar(role: Role, days: readonly CalendarDay[]) {
  useLiveQueries(role, 'current', 'auction-calendar');
  const [first, last] = [days[0]?.startsAtMs ?? 0, days.at(-1)?.endsAtMs ?? 0];
  const query = { from: new Date(first).toISOString(), until: new Date(last).toISOString() };
  return useQuery({
    ...readQuery(['auction-calendar', role, query], listCalendar, { query }),
    placeholderData: keepPreviousData,
  });
}

type DaysProps = {
  weeks: readonly (readonly CalendarDay[])[];
  auctions: readonly CalendarEntry[];
  role: Role;
  title: string;
};

/** Shows a month as a table with one row for each week. */
function Grid({ weeks, auctions, role, title }: DaysProps) {
  const language = useLanguage();
  const weekday = new Intl.DateTimeFormat(languageTag(language), { weekday: 'short' });
  return (
    <table className={css.grid}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {weeks[0]?.map(({ key, startsAtMs }) => (
            <th key={key} scope="col">
              {weekday.format(startsAtMs)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.key}>
            {week.map((day) => (
              <td key={day.key} data-outside={!day.isInMonth || undefined}>
                <time dateTime={day.key} className={css.day} aria-label={formatDay(day.key, language)}>
                  {day.day}
                </time>
                <Entries auctions={auctionsOn(day, auctions)} day={day} role={role} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists the days of the month that have auctions. */
function Agenda({ weeks, auctions, role }: DaysProps) {
  const language = useLanguage();
  const days = weeks.flat().map((day) => ({ day, open: auctionsOn(day, auctions) }));
  return (
    <div className={css.agenda}>
      {days
        .filter(({ open }) => open.length > 0)
        .map(({ day, open }) => (
          <section key={day.key}>
            <h3>{formatDay(day.key, language)}</h3>
            <Entries auctions={open} day={day} role={role} />
          </section>
        ))}
    </div>
  );
}

type EntriesProps = { auctions: readonly CalendarEntry[]; day: CalendarDay; role: Role };

/** Lists the auctions of a day. The day of the start shows the time. */
function Entries({ auctions, day, role }: EntriesProps) {
  const say = useSay();
  if (auctions.length === 0) return null;
  return (
    <ul className={css.entries}>
      {auctions.map(({ id, title, status, isAnnulled, startTime }) => (
        <li key={id} data-status={isAnnulled ? 'annulled' : status}>
          <Link to={paths.auctionDetail(role, id)} title={title}>
            {Date.parse(startTime) >= day.startsAtMs && (
              <span className="figure">{formatTime(startTime).slice(0, 5)} </span>
            )}
            {title}
            <span className="visually-hidden"> ({say(`status.${isAnnulled ? 'annulled' : status}`)})</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
