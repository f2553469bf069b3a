import { sql } from 'kysely';
import { listSeenTours, rememberTour, type SeenTours } from '#contract/tour.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, switchedOff, type Operation } from '#server/platform/http/operation.ts';

/** Operations that store which guided tours a person has seen. A tour starts automatically only once (decision 33). */
export function tourOperations({ hasTours }: { readonly hasTours: boolean }): Operation[] {
  const operations = [
    operation(listSeenTours, ({ db, caller }) => seenTours(db, caller.userId)),

    operation(rememberTour, async ({ db, caller, body: { tour, outcome } }) => {
      // A finished tour stays finished, even if the person opens it again and leaves it early.
      await sql`
        insert into user_tour (user_id, tour, outcome) values (${caller.userId}, ${tour}, ${outcome})
        on conflict (user_id, tour) do update set outcome = excluded.outcome, seen_at = excluded.seen_at
          where user_tour.outcome <> 'finished'`.execute(db);
      return seenTours(db, caller.userId);
    }),
  ];
  return hasTours ? operations : operations.map(switchedOff);
}

async function seenTours(db: Db, userId: string): Promise<SeenTours> {
  const rows = await db.selectFrom('user_tour').selectAll().where('user_id', '=', userId).orderBy('seen_at').execute();
  return {
    items: rows.map(({ tour, outcome, seen_at: seenAt }) => ({ tour, outcome, seenAt: seenAt.toISOString() })),
  };
}
