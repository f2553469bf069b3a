import type { Generated } from 'kysely';
import type { NoticeChannel, NoticeKind, NoticeOutcome } from '#domain/notice/notice.ts';
import type { DefaultTime, Time } from '#server/platform/tables/column-types.ts';

/** The tables of notices and of the watch list, as queries see them. */
export type NoticeTables = {
  notice: {
    id: string;
    user_id: string;
    kind: NoticeKind;
    /** Null for what waits for administrators. */
    auction_id: string | null;
    /** An item of the auction, or what waits. */
    item_id: string | null;
    outcome: NoticeOutcome | null;
    quantity: number | null;
    title: string | null;
    at: DefaultTime;
    read_at: Time | null;
    mail_due_at: Time | null;
    mailed_at: Time | null;
  };
  notice_told: {
    auction_id: string;
    kind: NoticeKind;
    minutes: number;
    about: Time;
    told_at: DefaultTime;
  };
  outbid_told: { auction_id: string; seq: number; told_at: Time };
  notice_choice: { user_id: string; kind: NoticeKind; channels: NoticeChannel[]; minutes: Generated<number[]> };
  watch: { user_id: string; auction_id: string; created_at: DefaultTime };
};
