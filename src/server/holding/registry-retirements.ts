import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import {
  listRegistryTasks,
  recordRegistry,
  recordRegistryAsUser,
  type RegistryRetirement,
  type RegistryTask,
} from '#contract/claim/claim.ts';
import { judgeRegistry, tidyRegistry, type RegistryFields } from '#domain/claim/registry-retirement.ts';
import { requireActing } from '#server/company/own-account.ts';
import { attachEvidence } from '#server/evidence/evidence.ts';
import { CLAIM_JSON, latestRegistry, REGISTRY_JSON, sellerOf } from '#server/holding/find-retirements.ts';
import { announceAtRegistry } from '#server/holding/registry-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { dayIn } from '#server/platform/http/time-zone.ts';

/** Returns the companies that sold the RECs of a retirement. */
async function findSellers(db: Db, retirementId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct ${sellerOf(sql`entry.from_id`)} as id
    from ledger_account place join ledger_entry entry on entry.to_id = place.id
    where place.source_id = ${retirementId} and place.kind = 'retired' order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Records that certificates were retired at the registry. A member records it for its own companies among the sellers,
 * an administrator for all sellers. Nothing is changed or deleted: a later record of the same seller counts instead.
 */
async function record(publicUrl: string, call: Call<typeof recordRegistryAsUser>): Promise<RegistryRetirement[]> {
  const { db, caller, params, body, nowMs, timeZone } = call;
  const sellers = await findSellers(db, params.id);
  const own = caller.role === 'Admin' ? sellers : sellers.filter((id) => caller.accounts.some((one) => one.id === id));
  if (own.length === 0) throw new Refused('not_found');
  if (caller.role !== 'Admin') for (const id of own) requireActing(caller, id);
  const { evidenceIds, ...given } = body;
  refuseFields(judgeRegistry(given, dayIn(nowMs, timeZone)));
  const fields = tidyRegistry(given);
  await refuseUsed(db, params.id, fields);
  await attachEvidence(db, evidenceIds, { userId: caller.userId });
  const rows = own.map((sellerId) => ({
    id: randomUUID(),
    retirement_id: params.id,
    seller_account_id: sellerId,
    company_name: sql<string>`(select company_name from account where id = ${sellerId})`,
    registry: fields.registry,
    reference: fields.reference,
    verification_key: fields.verificationKey,
    address: fields.address,
    retired_on: fields.retiredOn,
    evidence_ids: evidenceIds,
    recorded_by: caller.userId,
  }));
  await db.insertInto('registry_retirement').values(rows).execute();
  await announceAtRegistry(db, { retirementId: params.id, sellers }, publicUrl);
  return findSteps(
    db,
    rows.map(({ id }) => id),
  );
}

async function findSteps(db: Db, ids: readonly string[]): Promise<RegistryRetirement[]> {
  const { rows } = await sql<{ step: RegistryRetirement }>`
    select ${REGISTRY_JSON} as step from registry_retirement step where step.id = any(${[...ids]}::uuid[])
    order by step.company_name, step.id`.execute(db);
  return rows.map(({ step }) => step);
}

/**
 * Refuses a reference that counts for another retirement: the same certificates would be claimed twice. The lock makes
 * parallel calls with one reference wait for each other.
 */
export async function refuseUsed(
  db: Db,
  retirementId: string,
  { registry, reference }: Pick<RegistryFields, 'registry' | 'reference'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${`${registry} ${reference}`}), 57))`.execute(db);
  const { rows } = await sql`
    select from registry_retirement used
    where lower(used.registry) = lower(${registry}) and lower(used.reference) = lower(${reference})
      and used.retirement_id <> ${retirementId}
      and used.id = ${latestRegistry(sql`used.retirement_id`, sql`used.seller_account_id`)} limit 1`.execute(db);
  const reason = { code: 'registry_reference_used' } as const;
  if (rows.length > 0) throw new Refused(reason.code, undefined, { reference: reason });
}

/**
 * SQL: retirements of RECs that these companies sold, one row for each retirement and seller. Reads the ledger from the
 * sellers' accounts, so it takes no longer if others retire more.
 */
const tasksOf = (accountIds: readonly string[]): RawBuilder<unknown> => sql`(
  select gone.source_id as retirement_id, sold.account_id as seller_id, sum(entry.quantity)::float8 as quantity,
    json_agg(json_build_object('recCountry', gone.country, 'recFuelType', gone.fuel_type, 'quantity', entry.quantity,
      'recVintage', json_build_object('year', gone.vintage_year, 'period', gone.vintage_period)) order by entry.id) as lines
  from (
    select distinct brought.account_id, origin.to_id as holding_id
    from ledger_account brought join ledger_entry origin on origin.from_id = brought.id
    where brought.account_id = any(${[...accountIds]}::uuid[]) and brought.kind in ('listed', 'supply')
      and origin.kind in ('awarded', 'sold')
  ) sold
  join ledger_entry entry on entry.from_id = sold.holding_id and entry.kind = 'retired'
  join ledger_account gone on gone.id = entry.to_id
  group by gone.source_id, sold.account_id)`;

async function listTasks({ db, caller, query }: Call<typeof listRegistryTasks>) {
  const sought = containing(query.search);
  const shown = {
    waiting: sql`latest.id is null`,
    done: sql`latest.id is not null`,
    all: sql`true`,
  }[query.show];
  const from = sql`
    from ${tasksOf(caller.accounts.map(({ id }) => id))} task
    join retirement on retirement.id = task.retirement_id
    cross join lateral (select ${latestRegistry(sql`retirement.id`, sql`task.seller_id`)} as id) latest
    left join registry_retirement step on step.id = latest.id
    where ${shown} and (retirement.number ilike ${sought} escape '\\' or retirement.company_name ilike ${sought} escape '\\'
      or retirement.name_on_certificates ilike ${sought} escape '\\' or step.reference ilike ${sought} escape '\\')`;
  const { rows } = await sql<RegistryTask>`
    select retirement.id as "retirementId", task.seller_id as "sellerAccountId", retirement.number,
      retirement.company_name as "companyName", task.quantity, task.lines, ${isoTime('retirement.retired_at')} as "retiredAt",
      retirement.account_type as "accountType", retirement.name_on_certificates as "nameOnCertificates",
      retirement.country, retirement.location, ${CLAIM_JSON} as claim,
      case when step.id is not null then ${REGISTRY_JSON} end as registry
    ${from} order by (step.id is not null), retirement.retired_at, retirement.id
    limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
  return pageOf(rows, await countRows(db, from), query);
}

/** Sellers and administrators record retirements at the registry. Sellers see which of their RECs were retired. */
export const registryOperations = (publicUrl: string): readonly Operation[] => [
  operation(listRegistryTasks, listTasks),
  operation(recordRegistryAsUser, (call) => record(publicUrl, call)),
  operation(recordRegistry, (call) => record(publicUrl, call)),
];
