import type { ClaimsReport } from '#contract/claim/claims-report.ts';
import { cdpRows } from '#domain/claim/cdp-table.ts';
import { claimsLines, sumMegawattHours, type ClaimedPart } from '#domain/claim/claims-report.ts';
import type { Retirement } from '#contract/holding/retirement.ts';
import type { Holding } from '#contract/holding/holding.ts';
import { findRetiredRanges } from '#server/certificate/retired-ranges.ts';
import { readCompany } from '#server/company/own-account.ts';
import { findHoldingsByIds } from '#server/holding/find-holdings.ts';
import { findSaleInvoices } from '#server/invoice/sale-invoices.ts';
import { findLedgerAccounts } from '#server/ledger/ledger-accounts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findTradeDeliveries, type TradeDelivery } from '#server/settlement/trade-deliveries.ts';
import { findClaimed, findClaimYears } from '#server/holding/find-retirements.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** The maximum number of lines of a report. A longer report is refused, not cut off. */
const LINES_MAX = 5_000;

/**
 * Returns what a company claims in a year. The caller has checked who may read it.
 * @throws Refused export_too_large
 */
export async function readClaimsReport(
  { db, caller, language }: Pick<Call, 'db' | 'caller' | 'language'>,
  accountId: string,
  year: number,
): Promise<ClaimsReport> {
  const { companyName } = await readCompany(db, accountId);
  const retirements = await findClaimed(db, caller.role, { accountId, year, limit: LINES_MAX + 1 });
  const holdingIds = [...new Set(retirements.flatMap(({ lines }) => lines.map(({ holdingId }) => holdingId)))];
  const holdings = await findHoldingsByIds({ db, language }, holdingIds);
  const settled = await findSettled(db, holdingIds);
  const byId = new Map(holdings.map((one) => [one.id, { ...one, ...settled.get(one.id) }]));
  const parts = retirements.flatMap((retirement) => partsOf(retirement, byId));
  const ranges = await findRetiredRanges(
    db,
    retirements.map(({ id }) => id),
  );
  const lines = claimsLines(parts, ranges);
  if (lines.length > LINES_MAX) throw new Refused('export_too_large', { maximum: LINES_MAX });
  return {
    accountId,
    companyName,
    year,
    years: await findClaimYears(db, accountId),
    megawattHours: sumMegawattHours(lines),
    megawattHoursAtRegistry: sumMegawattHours(lines.filter(({ state }) => state === 'registry')),
    lines,
    cdp: cdpRows(lines),
  };
}

/** Returns the day of a time, in UTC. */
const dayOf = (time: string): string => time.slice(0, 10);

type Settled = Pick<ClaimedPart['trade'], 'deliveredOn' | 'invoices'>;

/** Returns when the RECs of these holdings were delivered, and the sellers' invoices for them. */
async function findSettled(db: Db, holdingIds: readonly string[]): Promise<ReadonlyMap<string | null, Settled>> {
  const accounts = await findLedgerAccounts(db, holdingIds);
  const deliveries = await findTradeDeliveries(
    db,
    [...accounts.values()].map(({ sourceId }) => sourceId),
  );
  const invoices = await findSaleInvoices(
    db,
    [...deliveries.values()].map(({ settlementId }) => settlementId),
  );
  const settledOf = (delivery: TradeDelivery | undefined): Settled => ({
    deliveredOn: delivery?.deliveredOn ?? null,
    invoices: (invoices.get(delivery?.settlementId ?? '') ?? []).join(', '),
  });
  return new Map([...accounts].map(([id, { sourceId }]) => [id, settledOf(deliveries.get(sourceId))]));
}

const partsOf = (retirement: Retirement, holdings: ReadonlyMap<string, Holding & Partial<Settled>>): ClaimedPart[] =>
  retirement.lines.flatMap(({ holdingId, registryId, quantity, recCountry, recFuelType, recVintage }) => {
    const holding = holdings.get(holdingId);
    const step = retirement.registry.find(({ id }) => id === registryId);
    if (!holding) return [];
    return [
      {
        retirementId: retirement.id,
        holdingId,
        number: retirement.number,
        companyName: retirement.companyName,
        retiredOn: dayOf(retirement.retiredAt),
        beneficiary: retirement.beneficiary,
        claim: retirement.claim,
        product: { country: recCountry, fuelType: recFuelType, vintage: recVintage },
        quantity,
        registry: step ? entryOf(step) : null,
        trade: {
          ...holding.source,
          seller: holding.acquiredFrom,
          awardedOn: dayOf(holding.acquiredAt),
          deliveredOn: holding.deliveredOn ?? null,
          invoices: holding.invoices ?? '',
        },
      },
    ];
  });

const entryOf = ({
  registry,
  reference,
  verificationKey,
  address,
  retiredOn,
  evidenceIds,
}: Retirement['registry'][number]): ClaimedPart['registry'] => ({
  registry,
  reference,
  verificationKey,
  address,
  retiredOn,
  hasEvidence: evidenceIds.length > 0,
});
