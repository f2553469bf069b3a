import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { IconVolume } from '@tabler/icons-react';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { getNoticeSettings, updateNoticeSettings, type NoticeSettings } from '#contract/notice.ts';
import {
  ENDING_MINUTES,
  NOTICE_CHANNELS,
  type NoticeChannel,
  NOTICE_KINDS,
  COMPANY_NOTICE_KINDS,
  SETTLEMENT_NOTICE_KINDS,
  WAITING_KINDS,
  type NoticeKind,
} from '#domain/notice/notice.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, rowsOf, type Column } from '#web/design/lists/data-table.tsx';
import { CalendarLink } from '#web/notice/calendar-link.tsx';
import { noticesQuery } from '#web/notice/notices.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { api } from '#web/platform/calls/api.ts';
import { playTone } from '#web/platform/page/tone.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './notice-settings.module.css';

/** The name of a kind of notification, and the event that causes it. Only “ending soon” has a choice of minutes. */
function Kind({ row }: { row: Choice }) {
  const say = useSay();
  return (
    <div className={css.kind}>
      <strong>{say(`notice.kind.${row.kind}`)}</strong>
      <span className={css.tells}>{say(`notice.tells.${row.kind}`)}</span>
      {row.kind === 'endingSoon' && <Minutes />}
    </div>
  );
}

/** Lets the person select reminders: the minutes before an auction's end. Several can be selected. */
function Minutes() {
  const say = useSay();
  const { minutes, chooseMinutes } = useNoticeChoice();
  return (
    <div className={css.minutes} role="group" aria-label={say('notice.minutes')}>
      <span className={css.tells}>{say('notice.minutes')}</span>
      {ENDING_MINUTES.toReversed().map((each) => (
        <Checkbox
          key={each}
          label={each}
          checked={minutes.includes(each)}
          onChange={(event) => chooseMinutes(each, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}

/** Returns the table column of a channel. It has one checkbox for each kind of notification. */
const boxOf = (channel: NoticeChannel): Column<Choice> => ({
  id: channel,
  title: `notice.channel.${channel}`,
  width: '120px',
  Cell: function Box({ row }) {
    const say = useSay();
    const { choose } = useNoticeChoice();
    const [kind, way] = [say(`notice.kind.${row.kind}`), say(`notice.channel.${channel}`)];
    return (
      <Checkbox
        aria-label={say('notice.choice', { kind, channel: way })}
        checked={row.channels.includes(channel)}
        onChange={(event) => choose(row.kind, channel, event.currentTarget.checked)}
      />
    );
  },
});

/** The columns of the table: the kind, then one column of checkboxes for each channel. */
const COLUMNS: readonly Column<Choice>[] = [
  { id: 'kind', title: 'notice.title', Cell: Kind },
  ...NOTICE_CHANNELS.map(boxOf),
];

/** The person's notification settings. Each change of a checkbox is saved immediately. */
export function NoticeSettingsPage({ role }: { role: Role }) {
  const say = useSay();
  const { data, ...result } = useQuery(noticeSettingsQuery);
  const choices = useNoticeChoices(data);
  return (
    <>
      <PageTitle
        title="notice.settings"
        note={say(role === 'admin' ? 'notice.settingsNoteAdmin' : 'notice.settingsNote')}
        actions={
          <Button variant="default" leftSection={<IconVolume size={16} aria-hidden />} onClick={playTone}>
            {say('notice.tone')}
          </Button>
        }
      />
      <NoticeChoiceContext value={choices}>
        <DataTable
          caption="notice.settings"
          columns={COLUMNS}
          rowKey={({ kind }) => kind}
          {...rowsOf({ ...result, data: data?.choices.filter(({ kind }) => kindsFor(role).includes(kind)) })}
          empty={null}
        />
      </NoticeChoiceContext>
      <CalendarLink />
    </>
  );
}

type Choice = NoticeSettings['choices'][number];

const noticeSettingsQuery = readQuery(['notice-settings'], getNoticeSettings, {});

/** The kinds of notifications about the reader's own bids, trades and certificates. Administrators do not receive these kinds. */
const OF_TRADERS: ReadonlySet<NoticeKind> = new Set([
  'outbid',
  'canWin',
  'bidsCancelled',
  'bidsVoid',
  'offered',
  'ownerChanged',
  ...SETTLEMENT_NOTICE_KINDS,
  ...COMPANY_NOTICE_KINDS,
]);
const OF_ADMINS: ReadonlySet<NoticeKind> = new Set(WAITING_KINDS);
/**
 * Returns the kinds that a role can receive. Administrators do not receive the kinds for traders, and users do not
 * receive the kinds for administrators.
 */
const kindsFor = (role: Role): readonly NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => !(role === 'admin' ? OF_TRADERS : OF_ADMINS).has(kind));

/** The person's settings and the functions that change them. */
type Choices = {
  readonly minutes: readonly number[];
  choose(kind: NoticeKind, channel: NoticeChannel, isOn: boolean): void;
  chooseMinutes(minutes: NoticeSettings['endingMinutes'][number], isOn: boolean): void;
};

/**
 * Passes the settings to the cells of the table. Columns are module constants, so they cannot get the settings as
 * props.
 */
const NoticeChoiceContext = createContext<Choices>({
  minutes: [],
  choose: () => undefined,
  chooseMinutes: () => undefined,
});
const useNoticeChoice = (): Choices => use(NoticeChoiceContext);

/** Saves each change immediately. If saving fails, the checkbox changes back. */
function useNoticeChoices(settings: NoticeSettings | undefined): Choices {
  const queryClient = useQueryClient();
  const { queryKey } = noticeSettingsQuery;
  const { mutate } = useMutation({
    mutationFn: (body: NoticeSettings) => api(updateNoticeSettings, { body }),
    // Saves changes one after another. Otherwise the response to an earlier change could undo a later one.
    scope: { id: 'notice-settings' },
    onMutate: (body) => queryClient.setQueryData(queryKey, body),
    onError: () => queryClient.invalidateQueries({ queryKey }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
  const { choices, endingMinutes } = settings ?? { choices: [], endingMinutes: [] };
  return {
    minutes: endingMinutes,
    choose: (kind, channel, isOn) =>
      mutate({
        endingMinutes,
        choices: choices.map((one) => {
          if (one.kind !== kind) return one;
          const isChosen = (each: NoticeChannel) => (each === channel ? isOn : one.channels.includes(each));
          return { kind, channels: NOTICE_CHANNELS.filter(isChosen) };
        }),
      }),
    chooseMinutes: (minutes, isOn) => {
      const isChosen = (each: typeof minutes) => (each === minutes ? isOn : endingMinutes.includes(each));
      mutate({ choices, endingMinutes: ENDING_MINUTES.filter(isChosen) });
    },
  };
}
