import { sql } from 'kysely';
import { getNoticeSettings, updateNoticeSettings, type NoticeSettings } from '#contract/notice.ts';
import {
  ENDING_MINUTES,
  ENDING_MINUTES_DEFAULT,
  NOTICE_CHANNELS,
  NOTICE_DEFAULTS,
  NOTICE_KINDS,
} from '#domain/notice/notice.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';

/** Operations by which each person selects the channels of notifications. */
export const noticeSettingsOperations: readonly Operation[] = [
  operation(getNoticeSettings, ({ db, caller }) => findNoticeSettings(db, caller.userId)),

  operation(updateNoticeSettings, async ({ db, caller, body: { choices, endingMinutes } }) => {
    const minutes = ENDING_MINUTES.filter((each) => endingMinutes.includes(each));
    for (const { kind, channels } of choices) {
      const chosen = NOTICE_CHANNELS.filter((channel) => channels.includes(channel));
      await sql`
        insert into notice_choice (user_id, kind, channels, minutes)
        values (${caller.userId}, ${kind}, ${chosen}::text[], ${kind === 'endingSoon' ? minutes : []}::int[])
        on conflict (user_id, kind) do update
          set channels = excluded.channels, minutes = excluded.minutes`.execute(db);
    }
    return findNoticeSettings(db, caller.userId);
  }),
];

/** Returns a person's choice of channels, with the defaults for kinds without a choice. */
export async function findNoticeSettings(db: Db, userId: string): Promise<NoticeSettings> {
  const rows = await db.selectFrom('notice_choice').selectAll().where('user_id', '=', userId).execute();
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  const minutes = chosen.get('endingSoon')?.minutes ?? ENDING_MINUTES_DEFAULT;
  return {
    choices: NOTICE_KINDS.map((kind) => ({
      kind,
      channels: [...(chosen.get(kind)?.channels ?? NOTICE_DEFAULTS[kind])],
    })),
    endingMinutes: ENDING_MINUTES.filter((each) => minutes.includes(each)),
  };
}
