import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RegistryFields } from '#domain/claim/registry-retirement.ts';
import { CLAIM_YEAR, latestRegistry, sellerOf } from '#server/holding/find-retirements.ts';
import { refuseUsed } from '#server/holding/registry-retirements.ts';
import type { Db } from '#server/platform/database/database.ts';

/** The facts of a retirement that a registry needs, and the RECs of each seller. */
export type RetirementFacts = {
  readonly id: string;
  readonly beneficiary: string;
  /** Empty if unknown. */
  readonly country: string;
  readonly location: string;
  readonly periodFrom: string | null;
  readonly periodTo: string | null;
  /** The year in which the retirement is claimed. */
  readonly year: number;
  readonly purpose: string;
  readonly purposeText: string;
  readonly sellers: readonly {
    readonly accountId: string;
    readonly holdingIds: readonly string[];
    /** Whole RECs. */
    readonly quantity: number;
    /** True if the retirement at the registry is recorded already. */
    readonly isRecorded: boolean;
  }[];
};

/** Returns these retirements as registries are asked for them. */
export async function findRetirementFacts(db: Db, ids: readonly string[]): Promise<RetirementFacts[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RetirementFacts>`
    select retirement.id, name_on_certificates as beneficiary, country, location, period_from::text as "periodFrom",
      period_to::text as "periodTo", ${CLAIM_YEAR}::int as year, purpose, purpose_text as "purposeText", (
        select json_agg(json_build_object('accountId', sold.seller_id, 'holdingIds', sold.holdings,
          'quantity', sold.quantity, 'isRecorded', sold.is_recorded) order by sold.seller_id)
        from (
          select line.seller_id, json_agg(line.holding_id) as holdings, sum(line.quantity)::float8 as quantity,
            ${latestRegistry(sql`retirement.id`, sql`line.seller_id`)} is not null as is_recorded
          from (
            select entry.from_id as holding_id, entry.quantity, ${sellerOf(sql`entry.from_id`)} as seller_id
            from ledger_account gone join ledger_entry entry on entry.to_id = gone.id
            where gone.source_id = retirement.id and gone.kind = 'retired') line
          where line.seller_id is not null group by line.seller_id) sold
      ) as sellers
    from retirement where retirement.id = any(${[...ids]}::uuid[]) order by retirement.id`.execute(db);
  return rows.map((row) => ({ ...row, sellers: row.sellers ?? [] }));
}

/** An answer of a registry about the RECs of one seller. `retiredOn` is empty if the registry did not state the day. */
export type RegistryRecord = Pick<RegistryFields, 'registry' | 'reference' | 'verificationKey' | 'retiredOn'> & {
  readonly retirementId: string;
  readonly sellerId: string;
  readonly evidenceIds: readonly string[];
  /** Null if nobody but the registry's program said so. */
  readonly userId: string | null;
};

/**
 * Records that a registry has retired the RECs of one seller.
 * @throws Refused registry_reference_used
 */
export async function recordAnswer(db: Db, record: RegistryRecord): Promise<void> {
  await refuseUsed(db, record.retirementId, record);
  await db
    .insertInto('registry_retirement')
    .values({
      id: randomUUID(),
      retirement_id: record.retirementId,
      seller_account_id: record.sellerId,
      company_name: sql<string>`(select company_name from account where id = ${record.sellerId})`,
      registry: record.registry,
      reference: record.reference,
      verification_key: record.verificationKey,
      address: '',
      retired_on: record.retiredOn || sql<string>`(clock_timestamp() at time zone platform_time_zone())::date`,
      evidence_ids: [...record.evidenceIds],
      recorded_by: record.userId,
    })
    .execute();
}
