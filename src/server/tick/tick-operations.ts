import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  createTickSize,
  deleteTickSize,
  listTickSizes,
  TICK_USES_COUNTED,
  updateTickSize,
  type TickSize,
} from '#contract/tick.ts';
import { judgeTick, type ProposedTick } from '#domain/auction/judge-tick.ts';
import { platformCurrency } from '#domain/basics/currency.ts';
import { decimalOfCents, priceUnitOf } from '#domain/basics/price.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import type { Db } from '#server/platform/database/database.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields, requireAccepted } from '#server/platform/http/refused.ts';

type TickRow = Pick<TickSize, 'id' | 'name' | 'auctionCount'> & { price_step_cents: number };

const ticks = sql<TickRow>`
  select t.id, t.name, t.price_step_cents,
         (select count(*)::int
          from (select 1 from auction where tick_size_id = t.id limit ${TICK_USES_COUNTED + 1}) used) as "auctionCount"
  from tick_size t`;

const presentTick = ({ price_step_cents: cents, ...row }: TickRow): TickSize => ({
  ...row,
  priceStep: decimalOfCents(cents),
  unit: priceUnitOf(platformCurrency()),
});

async function findTick(db: Db, id: string): Promise<TickRow> {
  const { rows } = await sql<TickRow>`${ticks} where t.id = ${id}`.execute(db);
  if (!rows[0]) throw new Refused('not_found');
  return rows[0];
}

type TickInUnit = ProposedTick & { readonly unit?: string | undefined };

/**
 * Returns the columns of a tick size.
 * @throws Refused if the name, the step or the unit is not allowed
 */
function requireTick(tick: TickInUnit) {
  const priceUnit = priceUnitOf(platformCurrency());
  const { unit = priceUnit } = tick;
  const judged = judgeTick(tick);
  if (unit !== priceUnit) refuseFields({ ...refusalsOf(judged), unit: { code: 'choice_unknown' } });
  const { name, priceStep } = requireAccepted(judged);
  return { name, price_step_cents: priceStep };
}

/** Operations about tick sizes. */
export const tickOperations: readonly Operation[] = [
  operation(listTickSizes, async ({ db, query }) => {
    const where = sql`where t.name ilike ${containing(query.search)} escape '\\'`;
    const { rows } = await sql<TickRow>`
      ${ticks} ${where} order by t.price_step_cents, t.name, t.id limit ${query.limit} offset ${offsetOf(query)}`.execute(
      db,
    );
    const items = rows.map(presentTick);
    return pageOf(items, await countRows(db, sql`from tick_size t ${where}`), query);
  }),

  operation(createTickSize, async ({ db, body }) => {
    const id = randomUUID();
    const tick = { id, ...requireTick(body) };
    await db.insertInto('tick_size').values(tick).execute();
    return presentTick(await findTick(db, id));
  }),

  operation(updateTickSize, async ({ db, params, body }) => {
    // Locks before counting uses. An auction that selects this tick size meanwhile is counted, or gets the new step.
    await sql`select from tick_size where id = ${params.id} for update`.execute(db);
    const present = await findTick(db, params.id);
    const tick = requireTick(body);
    // A new name does no harm. A new step would differ from the step that auctions with this tick size have stored.
    if (present.auctionCount > 0 && tick.price_step_cents !== present.price_step_cents)
      throw new Refused('tick_size_in_use');
    await db.updateTable('tick_size').set(tick).where('id', '=', params.id).execute();
    return presentTick(await findTick(db, params.id));
  }),

  operation(deleteTickSize, async ({ db, params }) => {
    // Locks before counting uses. An auction that selects this tick size meanwhile is counted, or finds no tick size.
    await sql`select from tick_size where id = ${params.id} for update`.execute(db);
    const { auctionCount } = await findTick(db, params.id);
    if (auctionCount > 0) throw new Refused('tick_size_in_use');
    await db.deleteFrom('tick_size').where('id', '=', params.id).execute();
    return {};
  }),
];
