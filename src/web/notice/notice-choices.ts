import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { getNoticeSettings, updateNoticeSettings, type NoticeSettings } from '#contract/notice.ts';
import {
  ENDING_MINUTES,
  NOTICE_KINDS,
  WAITING_KINDS,
  type NoticeChannel,
  type NoticeKind,
} from '#domain/notice/notice.ts';
import { noticesQuery } from '#web/notice/notices-query.ts';
import { api } from '#web/platform/calls/api.ts';
import type { Role } from '#web/platform/session/session.ts';

export type Choice = NoticeSettings['choices'][number];
type Minutes = NoticeSettings['endingMinutes'][number];

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notice-settings'],
  queryFn: ({ signal }) => api(getNoticeSettings, { signal }),
  meta: { silent: true },
});

/** Notices about own bids, which administrators do not have. */
const OF_BIDDERS: ReadonlySet<NoticeKind> = new Set(['outbid', 'canWin', 'bidsCancelled']);
const OF_ADMINS: ReadonlySet<NoticeKind> = new Set(WAITING_KINDS);
export const kindsFor = (role: Role): readonly NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => !(role === 'admin' ? OF_BIDDERS : OF_ADMINS).has(kind));

type Choices = {
  readonly minutes: readonly number[];
  choose(kind: NoticeKind, channel: NoticeChannel, isOn: boolean): void;
  chooseMinutes(minutes: Minutes, isOn: boolean): void;
};

/** Columns are constants, so what their boxes do comes to them by context. */
export const NoticeChoiceContext = createContext<Choices>({
  minutes: [],
  choose: () => undefined,
  chooseMinutes: () => undefined,
});
export const useNoticeChoice = (): Choices => use(NoticeChoiceContext);

const switched = <Value>(values: readonly Value[], value: Value, isOn: boolean): Value[] => [
  ...values.filter((each) => each !== value),
  ...(isOn ? [value] : []),
];

/** Keeps each press at once; a box that couldn't be kept goes back. */
export function useNoticeChoices(settings: NoticeSettings | undefined): Choices {
  const queryClient = useQueryClient();
  const { queryKey } = noticeSettingsQuery;
  const { mutate } = useMutation({
    mutationFn: (body: NoticeSettings) => api(updateNoticeSettings, { body }),
    // One after the other: else the answer to an earlier press could undo a later one.
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
        choices: choices.map((one) =>
          one.kind === kind ? { kind, channels: switched(one.channels, channel, isOn) } : one,
        ),
      }),
    chooseMinutes: (minutes, isOn) => {
      const chosen = switched(endingMinutes, minutes, isOn);
      mutate({ choices, endingMinutes: ENDING_MINUTES.filter((each) => chosen.includes(each)) });
    },
  };
}
