import { sql, type RawBuilder } from 'kysely';
import { asksForChanges, longChangesPageOf, pageOfChanges } from '#server/platform/database/sync-page.ts';
import type { RowSource } from '#server/platform/export/batches.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import type { listSettlementsAsUser, SettlementDetail, SettlementView } from '#contract/settlement/settlement.ts';
import { todayIn } from '#server/settlement/calendar.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { evidencePresenter, type EvidenceParts } from '#server/evidence/evidence.ts';
import { partyFor } from '#server/platform/database/company-name.ts';
import { rounded } from '#server/platform/database/money.ts';
import { countUpToLimit, longPageOf, offsetOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** SQL: settlements with their trade and its parties. */
export const SETTLEMENTS = sql`
  from settlement
  join account buyer on buyer.id = settlement.buyer_account_id
  join account seller on seller.id = settlement.seller_account_id
  left join award on award.id = settlement.award_id
  left join auction on auction.id = award.auction_id
  left join buy_order on buy_order.id = settlement.buy_order_id
  left join sell_order on sell_order.id = buy_order.sell_order_id`;

/** SQL: the title of the trade of a settlement. */
export const TITLE = sql`coalesce(auction.title, sell_order.title)`;

/** SQL: a refund after a default leaves the penalty. */
const WAS_DEFAULTED = sql`exists (
  select from settlement_event where settlement_id = settlement.id and step = 'declareDefault')`;

const columns = () => sql`
  settlement.id, award.auction_id as "auctionId", settlement.buy_order_id as "buyOrderId",
  ${TITLE} as title, ${partyFor(sql`buyer`)} as buyer, ${partyFor(sql`seller`)} as seller,
  settlement.version, payment, delivery, whole, owed::text as owed, paid::text as paid,
  ${rounded(sql`case when payment = 'defaulted' or (payment = 'refunded' and ${WAS_DEFAULTED})
    then (owed - paid) * penalty_hundredths / 10000 else 0 end`)}::text as penalty,
  settlement.quantity, delivered_quantity as "deliveredQuantity", transfer_quantity as "transferQuantity",
  to_offer as "toOffer",
  jsonb_build_object('mode', mode, 'calendar', calendar, 'paymentDays', payment_days, 'deliveryDays', delivery_days,
    'cureDays', cure_days, 'penaltyPercent', penalty_hundredths / 100.0, 'holdsBack', holds_back) as terms,
  payment_due_on::text as "paymentDueOn", delivery_due_on::text as "deliveryDueOn", cure_until::text as "cureUntil",
  ${isoTime('settlement.created_at')} as "createdAt", ${isoTime('settlement.changed_at')} as "changedAt"`;

const accountIdsOf = ({ accounts }: Caller): RawBuilder<unknown> => sql`any(${accounts.map(({ id }) => id)}::uuid[])`;

type Filter = QueryOf<typeof listSettlementsAsUser>;

/** SQL: the settlements that the caller may see. Administrators see all, users those of their companies. */
export const seenBy = (caller: Caller): RawBuilder<unknown> =>
  caller.role === 'Admin'
    ? sql`true`
    : sql`(settlement.buyer_account_id = ${accountIdsOf(caller)} or settlement.seller_account_id = ${accountIdsOf(caller)})`;

const IS_OPEN = sql`whole in ('open', 'disputed')`;

/** SQL: a company's payments and deliveries that are due. For administrators those of all companies. */
function shown(caller: Caller, { show, dueWithin }: Filter): RawBuilder<unknown> {
  const mine = (side: RawBuilder<unknown>) =>
    caller.role === 'Admin' ? sql`true` : sql`${side} = ${accountIdsOf(caller)}`;
  if (show === 'toPay')
    return sql`${IS_OPEN} and payment in ('invoiced', 'partPaid', 'overdue', 'inCure', 'defaulted')
      and ${mine(sql`settlement.buyer_account_id`)}`;
  if (show === 'toDeliver') return sql`${IS_OPEN} and ${IS_UNDELIVERED} and ${mine(sql`settlement.seller_account_id`)}`;
  return show === 'dueSoon' ? isDueSoon(dueWithin) : sql`true`;
}

const IS_UNDELIVERED = sql`delivery not in ('notDue', 'accepted')`;
/** SQL: the due date of a payment that is not made, and of a delivery that is not accepted. Otherwise null. */
const UNPAID_ON = sql`case when payment in ('invoiced', 'partPaid', 'overdue', 'inCure', 'defaulted') then payment_due_on end`;
const UNDELIVERED_ON = sql`case when ${IS_UNDELIVERED} then delivery_due_on end`;

/** SQL: settlements with a payment or a delivery that is due within these days, or late. */
const isDueSoon = (days: number): RawBuilder<unknown> =>
  sql`${IS_OPEN} and least(${UNPAID_ON}, ${UNDELIVERED_ON}) <= ${todayIn(sql`calendar`)} + ${days}::int`;

function matching(caller: Caller, filter: Filter): RawBuilder<unknown> {
  const { whole, payment, delivery, search } = filter;
  const sought = containing(search);
  const parts = [
    seenBy(caller),
    shown(caller, filter),
    ...(whole ? [sql`whole = ${whole}`] : []),
    ...(payment ? [sql`payment = ${payment}`] : []),
    ...(delivery ? [sql`delivery = ${delivery}`] : []),
    ...(search === ''
      ? []
      : [
          sql`concat_ws(' ', auction.title, sell_order.title, buyer.company_name, buyer.english_company_name,
            seller.company_name, seller.english_company_name) ilike ${sought} escape '\\'`,
        ]),
  ];
  return sql`where ${sql.join(parts, sql` and `)}`;
}

/** Returns all settlements that match a filter and that the caller may see. */
const settlementSource = (caller: Caller, filter: Filter): Omit<RowSource<SettlementView>, 'order'> => ({
  ids: sql`select settlement.id ${SETTLEMENTS} ${matching(caller, filter)}`,
  load: async (db, ids) =>
    (
      await sql<SettlementView>`select ${columns()} ${SETTLEMENTS} where settlement.id = any(${[...ids]}::uuid[])`.execute(
        db,
      )
    ).rows,
  idOf: ({ id }) => id,
});

/**
 * Returns one page of the settlements that the caller may see, newest first. Those that are due soon or late come in the
 * order of their due dates.
 */
export async function pageOfSettlements({ db, caller, query }: Call<typeof listSettlementsAsUser>) {
  if (asksForChanges(query)) {
    const source = settlementSource(caller, { ...query, show: 'all' });
    const { rows: changed, changes } = await pageOfChanges(db, 'settlement', source, query);
    return longChangesPageOf(changed, changes, query);
  }
  const which = matching(caller, query);
  const { rows } = await sql<SettlementView>`
    select ${columns()} ${SETTLEMENTS} ${which}
    order by ${query.show === 'dueSoon' ? sql`least(${UNPAID_ON}, ${UNDELIVERED_ON}),` : sql``}
      settlement.created_at desc, settlement.id
    limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
  return longPageOf(rows, await countUpToLimit(db, sql`${SETTLEMENTS} ${which}`, query), query);
}

type Event = SettlementDetail['timeline'][number];
type StoredEvent = Omit<Event, 'evidence'> & { readonly evidenceIds: readonly string[] };

/**
 * Returns a settlement with its timeline. Users see no names of administrators, and no names of the other side.
 * @throws Refused not_found if the settlement is missing or hidden from the caller
 */
export async function requireSettlement(
  { db, caller, nowMs }: Pick<Call, 'db' | 'caller' | 'nowMs'>,
  links: Pick<EvidenceParts, 'evidenceLinks'>,
  id: string,
): Promise<SettlementDetail> {
  const { rows } = await sql<SettlementView>`
    select ${columns()} ${SETTLEMENTS} where settlement.id = ${id} and ${seenBy(caller)}`.execute(db);
  const [settlement] = rows;
  if (!settlement) throw new Refused('not_found');
  const sides = [
    ...(isOwn(caller, settlement.buyer.accountId) ? ['buyer'] : []),
    ...(isOwn(caller, settlement.seller.accountId) ? ['seller'] : []),
  ];
  const { rows: timeline } = await sql<StoredEvent>`
    select event.version, step, actor, ${isoTime('event.made_at')} as at, amount::text as amount, quantity, reference, remark,
           evidence_ids as "evidenceIds",
           case when ${caller.role === 'Admin'} or actor = any(${sides}::text[]) then maker.username end as "by"
    from settlement_event event left join app_user maker on maker.id = event.made_by
    where settlement_id = ${id} order by event.version`.execute(db);
  const present = await evidencePresenter(
    db,
    links,
    nowMs,
    timeline.flatMap(({ evidenceIds }) => evidenceIds),
  );
  return {
    ...settlement,
    timeline: timeline.map(({ evidenceIds, ...event }) => ({ ...event, evidence: present(evidenceIds) })),
  };
}

const isOwn = ({ accounts }: Caller, accountId: string): boolean => accounts.some(({ id }) => id === accountId);
