import {
  getAuctionTermsAsAdmin,
  getAuctionTermsAsUser,
  getSettlementAsAdmin,
  getSettlementAsUser,
  listSettlementsAsAdmin,
  listSettlementsAsUser,
  setAuctionTerms,
  takeSettlementStep,
  takeSettlementStepAsUser,
  type SettlementDetail,
} from '#contract/settlement/settlement.ts';
import { getSettlementFiguresAsAdmin, getSettlementFiguresAsUser } from '#contract/settlement/settlement-figures.ts';
import { platformCurrency } from '#domain/basics/currency.ts';
import { centsOfText } from '#domain/basics/price.ts';
import { judgeLength, REMARK_LENGTH_MAX } from '#domain/basics/text.ts';
import { stepOf, type Actor } from '#domain/settlement/tracks.ts';
import { findAuction } from '#server/auction/auction-rows.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { settleEdit } from '#server/auction/settling/settle-edit.ts';
import { beginChange } from '#server/room/judging/settle-change.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { requireActing } from '#server/company/own-account.ts';
import { applyStep } from '#server/settlement/apply-step.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';
import { makeOffer } from '#server/settlement/make-offer.ts';
import { readSettlementFigures } from '#server/settlement/settlement-figures.ts';
import { pageOfSettlements, requireSettlement } from '#server/settlement/settlement-rows.ts';
import { readSettlementTerms, writeSettlementTerms } from '#server/settlement-terms/stored-terms.ts';
import { attachEvidence, type EvidenceParts } from '#server/evidence/evidence.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

const REFERENCE_LENGTH_MAX = 200;

type Deps = Pick<EvidenceParts, 'evidenceLinks'> & AuctionParts;
type StepCall = Call<typeof takeSettlementStepAsUser>;

/** Returns the side for which a user takes a step. A user with companies on both sides acts for the side that may. */
function sideOf(caller: Caller, { buyer, seller }: SettlementDetail, step: StepCall['body']['step']): Actor {
  const sides = (['buyer', 'seller'] as const).filter((side) => {
    const accountId = side === 'buyer' ? buyer.accountId : seller.accountId;
    return caller.accounts.some(({ id }) => id === accountId);
  });
  const side = sides.find((one) => stepOf(step).by.includes(one)) ?? sides[0] ?? 'buyer';
  requireActing(caller, side === 'buyer' ? buyer.accountId : seller.accountId);
  return side;
}

async function settle(deps: Deps, call: StepCall): Promise<SettlementDetail> {
  const { db, caller, params, body } = call;
  const seen = await requireSettlement(call, deps, params.id);
  const actor = caller.role === 'Admin' ? 'admin' : sideOf(caller, seen, body.step);
  const [reference, remark] = [body.reference.trim(), body.remark.trim()];
  refuseFields({
    reference: judgeLength(reference, REFERENCE_LENGTH_MAX),
    remark: judgeLength(remark, REMARK_LENGTH_MAX),
  });
  const row = await lockSettlement(db, params.id);
  if (row.version !== body.version) throw new Refused('settlement_changed');
  const amountCents = body.amount === null ? undefined : centsOfText(body.amount);
  const input = { step: body.step, actor, amountCents, quantity: body.quantity ?? undefined };
  const { evidenceIds } = body;
  await attachEvidence(db, evidenceIds, { userId: caller.userId });
  if (body.step === 'offerNext' && !body.offer) refuseFields({ offer: { code: 'field_required' } });
  await applyStep(db, row, input, deps.publicUrl, { userId: caller.userId, reference, remark, evidenceIds });
  if (body.step === 'offerNext' && body.offer) await makeOffer(db, deps, row.id, body.offer, caller.userId);
  return requireSettlement(call, deps, params.id);
}

async function readTerms({ db, caller, params }: Call<typeof getAuctionTermsAsUser>) {
  if (!(await findAuction(db, caller, params.id))) throw new Refused('not_found');
  return readSettlementTerms(db, { auction_id: params.id }, platformCurrency());
}

/**
 * Changes the terms of an auction before its start. Its bidders must then accept them again: their sealed bids are
 * cancelled, after the administrator has confirmed it (decision 108).
 */
async function writeTerms(deps: Deps, call: Call<typeof setAuctionTerms>) {
  const { db, params, body } = call;
  const change = await beginChange(roomRows(db), params.id);
  if (change.isStarted) throw new Refused('settlement_terms_locked');
  if (await writeSettlementTerms(db, { auction_id: params.id }, body, platformCurrency())) {
    await settleEdit(deps.publicUrl, call, change);
    call.afterCommit(announceChange(deps, params.id));
  }
  return body;
}

/** Companies see and settle their trades; administrators see all, confirm for third parties and release. */
export const settlementOperations = (deps: Deps): Operation[] => [
  operation(listSettlementsAsUser, pageOfSettlements),
  operation(listSettlementsAsAdmin, pageOfSettlements),
  operation(getSettlementFiguresAsUser, readSettlementFigures),
  operation(getSettlementFiguresAsAdmin, readSettlementFigures),
  operation(getSettlementAsUser, (call) => requireSettlement(call, deps, call.params.id)),
  operation(getSettlementAsAdmin, (call) => requireSettlement(call, deps, call.params.id)),
  operation(takeSettlementStepAsUser, (call) => settle(deps, call)),
  operation(takeSettlementStep, (call) => settle(deps, call)),
  operation(getAuctionTermsAsUser, (call) => readTerms(call)),
  operation(getAuctionTermsAsAdmin, (call) => readTerms(call)),
  operation(setAuctionTerms, (call) => writeTerms(deps, call)),
];
