import { companiesIn, type CompanyInAuction } from '#server/auction/participants.ts';
import { sql } from 'kysely';
import {
  decideRelation,
  listRelatedBidders,
  RELATIONS_MAX,
  type BidderRelation,
} from '#contract/bidder/related-bidder.ts';
import { judgeRemark } from '#domain/basics/remark.ts';
import { findRelations, type Relation } from '#domain/company/related-companies.ts';
import { keepAuction, requireAuction } from '#server/auction/stored-auctions.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { readFacts } from '#server/bidder/company-facts.ts';
import { removeFromAuction } from '#server/bidder/remove-bidder.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

type DecisionRow = {
  account_id: string;
  other_account_id: string;
  facts: string[];
  reason: string;
  username: string;
  decided_at: Date;
};

/** Lists related bidders for administrators, and takes their decisions. Nobody else sees either (decision 56). */
export const relatedBidderOperations = (parts: AuctionParts): readonly Operation[] => [
  operation(listRelatedBidders, async ({ db, language, params }) => {
    await requireAuction(db, params.id);
    const companies = await companiesIn({ db, language }, params.id);
    const relations = findRelations(await readFacts(db, [...companies.keys()]), RELATIONS_MAX);
    const decisions = await decisionsOf(db, params.id);
    return relations
      .map((relation) => present(relation, companies, decisions.get(keyOf(relation))))
      .toSorted((one, other) => Number(isDecided(one)) - Number(isDecided(other)));
  }),

  operation(decideRelation, async (call) => {
    const { db, language, params, body, caller } = call;
    const reason = body.reason.trim();
    refuseFields({ reason: judgeRemark(reason, true) });
    await requireAuction(db, params.id);
    const companies = await companiesIn({ db, language }, params.id);
    const pair = body.accountIds.filter((id) => companies.has(id));
    const [relation] = findRelations(await readFacts(db, pair), 1);
    if (!relation) throw new Refused('not_found');
    if (body.removeBidderId !== null) {
      if (!pair.some((id) => companies.get(id)?.bidder_id === body.removeBidderId)) throw new Refused('not_found');
      await removeFromAuction(parts, call, { auctionId: params.id, bidderId: body.removeBidderId });
      return {};
    }
    const decided = {
      facts: [...new Set(relation.facts.map(({ kind }) => kind))],
      reason,
      decided_by: caller.userId,
      decided_at: sql<Date>`clock_timestamp()`,
    };
    await keepAuction(db, params.id);
    await db
      .insertInto('relation_decision')
      .values({
        auction_id: params.id,
        account_id: relation.accountId,
        other_account_id: relation.otherAccountId,
        ...decided,
      })
      .onConflict((conflict) => conflict.columns(['auction_id', 'account_id', 'other_account_id']).doUpdateSet(decided))
      .execute();
    return {};
  }),
];

async function decisionsOf(db: Db, auctionId: string): Promise<ReadonlyMap<string, DecisionRow>> {
  const { rows } = await sql<DecisionRow>`
    select decision.*, app_user.username
    from relation_decision decision join app_user on app_user.id = decision.decided_by
    where auction_id = ${auctionId}`.execute(db);
  return new Map(rows.map((row) => [keyOf({ accountId: row.account_id, otherAccountId: row.other_account_id }), row]));
}

const keyOf = ({ accountId, otherAccountId }: Pick<Relation, 'accountId' | 'otherAccountId'>): string =>
  `${accountId} ${otherAccountId}`;

const isDecided = ({ decision }: BidderRelation): boolean => decision !== null && !decision.isOutdated;

function present(
  { accountId, otherAccountId, facts }: Relation,
  companies: ReadonlyMap<string, CompanyInAuction>,
  decided: DecisionRow | undefined,
): BidderRelation {
  const pair = [accountId, otherAccountId].flatMap((id) => companies.get(id) ?? []);
  return {
    companies: pair
      .toSorted((one, other) => Number(one.bidder_id !== null) - Number(other.bidder_id !== null))
      .map((row) => ({ accountId: row.id, companyName: row.company_name, bidderId: row.bidder_id })),
    facts: [...facts],
    decision: decided
      ? {
          reason: decided.reason,
          decidedBy: decided.username,
          decidedAt: decided.decided_at.toISOString(),
          isOutdated: facts.some(({ kind }) => !decided.facts.includes(kind)),
        }
      : null,
  };
}
