import { sql } from 'kysely';
import type { CheckStatus, Decision } from '#domain/certificate/check-status.ts';
import { judgeRemark } from '#domain/basics/text.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

/** Returns the date of a time in ms since 1970, in UTC, as `YYYY-MM-DD`. */
export const todayAt = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

type Filled<Fields> = { [Field in keyof Fields]: string };

/** Returns the fields of a request with an empty text for null, as a form has them. */
export const filledTexts = <Fields extends Readonly<Record<string, string | null>>>(fields: Fields): Filled<Fields> =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, text ?? ''])) as Filled<Fields>;

/**
 * Returns the columns of an administrator's decision about a device or a lot.
 * @throws Refused if there is a decision already, or if a rejection has no remark
 */
export function requireCheckable(
  { status }: { readonly status: CheckStatus },
  { decision, remark }: { readonly decision: Decision; readonly remark: string },
) {
  if (status !== 'Submitted') throw new Refused('already_decided');
  refuseFields({ remark: judgeRemark(remark, decision === 'Rejected') });
  return { status: decision, remark: remark.trim(), decided_at: sql<Date>`clock_timestamp()` };
}
