import type { Generated } from 'kysely';
import type { Json, Time } from '#server/platform/tables/tables.ts';
import type { ProcessFigures } from '#server/platform/runtime/sign-of-life.ts';

/** What processes say of themselves (decision 47). */
export type LifeTables = {
  service_beat: { is_only_one: Generated<boolean>; at: Time };
  service_process: { id: string; host: string; pid: number; started_at: Time; at: Time; figures: Json<ProcessFigures> };
  outage: { id: Generated<string>; from_at: Time; to_at: Time; extended: number; auction_ids: Generated<string[]> };
};
