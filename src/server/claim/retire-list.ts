import { createHash } from 'node:crypto';
import {
  proposeRetirements as proposeRoute,
  retireProposal,
  type RetireProposal,
} from '#contract/claim/retire-list.ts';
import { judgeClaim, tidyClaim, type Claim } from '#domain/claim/claim.ts';
import { judgeConsumption, type Consumption } from '#domain/claim/consumption.ts';
import {
  linesOfProposal,
  proposeRetirements,
  type OfferedHolding,
  type ProposedRetirement,
} from '#domain/claim/propose-retirements.ts';
import { findCommissioning } from '#server/certificate/commissioning.ts';
import { ownBeneficiary } from '#domain/holding/beneficiary.ts';
import { readCompany, requireActing } from '#server/company/own-account.ts';
import { findHoldingsByIds } from '#server/holding/find-holdings.ts';
import { bookRetirements, mailRetirements } from '#server/holding/retire.ts';
import { findLedgerAccounts, lockHoldingsOf } from '#server/ledger/ledger-accounts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { heldBack } from '#server/settlement/held-back.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

/** Refuses the list with a reason for the first wrong field of each line. */
function requireConsumption(lines: readonly Consumption[]): void {
  refuseFields(
    Object.fromEntries(
      lines.flatMap((line, at) => {
        const wrong = judgeConsumption(line);
        return wrong ? [[`consumption.${at}.${wrong.field}`, wrong.refusal]] : [];
      }),
    ),
  );
}

type Proposal = Pick<RetireProposal, 'fingerprint' | 'needed' | 'covered'> & {
  readonly retirements: readonly ProposedRetirement[];
  /** Since when the oldest plant of each holding works, by the id of the holding. Without it, the age is unknown. */
  readonly commissioning: ReadonlyMap<string, string>;
};

/** Proposes retirements from the holdings of a company. Two equal proposals have the same fingerprint. */
async function propose(db: Db, accountId: string, consumption: readonly Consumption[]): Promise<Proposal> {
  const locked = await lockHoldingsOf(db, accountId);
  // RECs that must first be paid and delivered are not proposed.
  const held = new Set(
    await heldBack(
      db,
      locked.flatMap(({ id }) => id ?? []),
    ),
  );
  const rows = locked.filter(({ id }) => id !== null && !held.has(id));
  const commissioning = await findCommissioning(
    db,
    rows.flatMap(({ id }) => id ?? []),
  );
  const holdings = rows.map(({ id, country, vintage_year: year, vintage_period: period, balance }): OfferedHolding => ({
    id,
    country,
    vintage: { year, period },
    balance: Number(balance),
    commissionedOn: commissioning.get(id ?? '') ?? null,
    repoweredOn: null,
  }));
  const retirements = proposeRetirements(consumption, holdings);
  const covered = retirements.reduce((sum, one) => sum + coveredBy(one), 0);
  return {
    fingerprint: createHash('sha256').update(JSON.stringify(retirements)).digest('hex'),
    needed: retirements.reduce((sum, { needed }) => sum + needed, 0),
    covered,
    retirements,
    commissioning,
  };
}

const coveredBy = ({ matches }: ProposedRetirement): number => matches.reduce((sum, { quantity }) => sum + quantity, 0);

async function proposeForCaller(call: Call<typeof proposeRoute>): Promise<RetireProposal> {
  const { db, caller, params, body } = call;
  const { id } = requireActing(caller, params.id);
  requireConsumption(body.consumption);
  const proposal = await propose(db, id, body.consumption);
  const used = new Set(proposal.retirements.flatMap(({ matches }) => matches.map(({ holdingId }) => holdingId)));
  const holdings = await findHoldingsByIds(call, [...used]);
  const { commissioning, retirements, ...sums } = proposal;
  return {
    ...sums,
    retirements: [...retirements],
    holdings: holdings.map(({ id: holdingId, recCountry, recFuelType, recVintage, balance, acquiredFrom }) => ({
      id: holdingId,
      recCountry,
      recFuelType,
      recVintage,
      balance,
      acquiredFrom,
      commissionedOn: commissioning.get(holdingId) ?? null,
    })),
  };
}

/**
 * Retires as proposed. The holdings are locked while the proposal is made again, so what is retired is what the caller
 * saw: every statement, or none.
 */
async function retireForCaller(publicUrl: string, call: Call<typeof retireProposal>) {
  const { db, caller, params, body } = call;
  const { id: accountId } = requireActing(caller, params.id);
  requireConsumption(body.consumption);
  const { purpose, purposeText } = body;
  refuseFields(judgeClaim({ periodFrom: null, periodTo: null, purpose, purposeText }));
  const proposal = await propose(db, accountId, body.consumption);
  if (proposal.fingerprint !== body.fingerprint) throw new Refused('holdings_changed');
  if (proposal.covered === 0) throw new Refused('nothing_to_retire');
  const company = await readCompany(db, accountId);
  const covered = proposal.retirements.filter(({ matches }) => matches.length > 0);
  const ids = covered.flatMap((one) => linesOfProposal(one).map(({ holdingId }) => holdingId));
  const accounts = await findLedgerAccounts(db, ids);
  const retirements = covered.map((one) => ({
    lines: linesOfProposal(one).flatMap(({ holdingId, quantity }) => {
      const holding = accounts.get(holdingId);
      return holding ? [{ holding, quantity }] : [];
    }),
    beneficiary: ownBeneficiary(company, one),
    claim: tidyClaim({ periodFrom: one.period.from, periodTo: one.period.to, purpose, purposeText }) as Claim,
  }));
  const saver = { accountId, userId: caller.userId };
  const made = await bookRetirements(db, retirements, saver);
  await mailRetirements(db, { accountId, made, quantity: proposal.covered }, publicUrl);
  return { retirements: made };
}

/** Members who may act for a company retire its RECs for a list of consumption. */
export const retireListOperations = (publicUrl: string): Operation[] => [
  operation(proposeRoute, proposeForCaller),
  operation(retireProposal, (call) => retireForCaller(publicUrl, call)),
];
