import { sql } from 'kysely';
import { readPastedBidders, type PastedLine } from '#contract/bidder/bidder.ts';
import { namesIn, readPasted, type PastedName } from '#domain/auction/pasted-names.ts';
import {
  candidateFacts,
  joinAuction,
  refusalOfCandidate,
  type CandidateFacts,
  type CandidateRefusal,
} from '#server/auction/admit-bidder.ts';
import { requireAuction } from '#server/auction/stored-auctions.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import { operation, type Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

const LINES_MAX = 500;

/**
 * Finds the users and companies that a pasted list names. This operation changes nothing, so it needs no transaction
 * and no audit line.
 */
export const readPastedOperation = operation(
  readPastedBidders,
  async ({ db, params, body, language }) => {
    await requireAuction(db, params.id);
    const known = await findNamed({ db, language }, params.id, namesIn(body.text));
    const names = readPasted(body.text, (name) => known.has(name));
    if (names.length > LINES_MAX) throw new Refused('list_too_long', { maximum: LINES_MAX });
    return names.map((name) => presentLine(name, known.get(name.name) ?? []));
  },
  { ownTransactions: true },
);

type Candidate = PastedLine['candidates'][number];
type NamedRow = CandidateFacts & Candidate & { readonly name: string };

/**
 * For each name, returns the members to whom it belongs. A name may be a username, an email address, a company name in
 * either language, or a registration number. Upper and lower case are equal.
 */
async function findNamed(
  { db, language }: Pick<Call, 'db' | 'language'>,
  auctionId: string,
  names: readonly string[],
): Promise<Map<string, NamedRow[]>> {
  const { rows } = await sql<NamedRow>`
    with named as (select name, lower(name) as lowered, translate(upper(name), ' -', '') as number
                   from unnest(${[...names]}::text[]) name),
    meant as (
      select n.name, m.user_id, m.account_id from named n
      join app_user u on lower(u.username) = n.lowered join account_member m on m.user_id = u.id
      union select n.name, m.user_id, m.account_id from named n
      join app_user u on lower(u.email) = n.lowered and u.email <> '' join account_member m on m.user_id = u.id
      union select n.name, m.user_id, m.account_id from named n
      join account a on lower(a.company_name) = n.lowered join account_member m on m.account_id = a.id
      union select n.name, m.user_id, m.account_id from named n
      join account a on lower(a.english_company_name) = n.lowered join account_member m on m.account_id = a.id
      union select n.name, m.user_id, m.account_id from named n
      join account a on translate(upper(a.registration_number), ' -', '') = n.number and n.number <> ''
      join account_member m on m.account_id = a.id
    )
    select meant.name, m.user_id as "userId", u.username, m.account_id as "accountId",
           ${companyNameFor(language, sql`a`)} as "businessAccount", ${candidateFacts}
    from meant join account_member m on m.user_id = meant.user_id and m.account_id = meant.account_id
    join app_user u on u.id = m.user_id join account a on a.id = m.account_id
    ${joinAuction(auctionId)}
    where u.auction_user_role = 'User'
    order by a.company_name, u.username`.execute(db);
  return Map.groupBy(rows, ({ name }) => name);
}

/** The refusals, the most useful to an admin first. If several apply to a name, the first one is shown. */
const TOLD_FIRST: readonly CandidateRefusal[] = [
  'bidder_exists',
  'bidder_is_owner',
  'bidder_related_to_owner',
  'account_blacklisted',
  'viewer_cannot_act',
];

function presentLine({ text, name, quantity }: PastedName, rows: readonly NamedRow[]): PastedLine {
  const fitting = rows.filter((row) => !refusalOfCandidate(row));
  const refusals = new Set(rows.map(refusalOfCandidate));
  const refused = TOLD_FIRST.find((refusal) => refusals.has(refusal)) ?? 'unknown';
  return {
    text,
    name,
    maxQuantity: quantity,
    finding: fitting.length === 0 ? refused : fitting.length === 1 ? 'found' : 'ambiguous',
    candidates: fitting.map(({ userId, username, accountId, businessAccount }) => ({
      userId,
      username,
      accountId,
      businessAccount,
    })),
  };
}
