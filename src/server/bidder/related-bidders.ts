import providers from 'email-providers/all.json' with { type: 'json' };
import { sql, type Selectable } from 'kysely';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { getDomain } from 'tldts';
import {
  decideRelation,
  listRelatedBidders,
  RELATIONS_MAX,
  type BidderRelation,
} from '#contract/bidder/related-bidder.ts';
import { judgeRemark } from '#domain/basics/text.ts';
import { findRelations, type Relation, type CompanyFact } from '#domain/company/related-companies.ts';
import { companiesIn, type CompanyInAuction } from '#server/auction/participants.ts';
import { preventAuctionDeletion, requireAuction } from '#server/auction/stored-auctions.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { removeFromAuction } from '#server/bidder/bidder-operations.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

type DecisionRow = Selectable<Tables['relation_decision']> & { readonly username: string };

/** Lists related bidders and stores decisions about them, for administrators only (decision 84). */
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
      if (!pair.some((id) => companies.get(id)?.bidderId === body.removeBidderId)) throw new Refused('not_found');
      await removeFromAuction(parts, call, { auctionId: params.id, bidderId: body.removeBidderId });
      return {};
    }
    const decided = {
      facts: [...new Set(relation.facts.map(({ kind }) => kind))],
      reason,
      decided_by: caller.userId,
      decided_at: sql<Date>`clock_timestamp()`,
    };
    await preventAuctionDeletion(db, params.id);
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
    companies: pair.toSorted((one, other) => Number(one.bidderId !== null) - Number(other.bidderId !== null)),
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

type MemberRow = {
  readonly accountId: string;
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly phone: string | null;
  readonly devices: readonly string[];
};

type AccountRow = {
  readonly accountId: string;
  readonly country: CountryCode;
  readonly number: string;
  readonly email: string;
  readonly phones: readonly string[];
};

/** The stored hash of a browser that sent no fingerprint. */
const NO_DEVICE = sha256('');

/** Returns the facts about these companies and their members that two companies may share (decision 84). */
export async function readFacts(db: Db, accountIds: readonly string[]): Promise<CompanyFact[]> {
  const ids = [...accountIds];
  const members = await sql<MemberRow>`
    select m.account_id as "accountId", m.user_id as "userId", u.username, u.email,
           u.phone_code || u.phone_number as phone,
           array(select distinct device_hash from trusted_device
                 where user_id = u.id and expires_at > now() and device_hash <> ${NO_DEVICE}) as devices
    from account_member m join app_user u on u.id = m.user_id
    where m.account_id = any(${ids}::uuid[]) order by m.account_id, u.username`.execute(db);
  const accounts = await sql<AccountRow>`
    select id as "accountId", country, registration_number as number, pic_email as email,
           array[pic_telephone, contact_number] as phones
    from account where id = any(${ids}::uuid[]) order by id`.execute(db);
  return [...members.rows.flatMap(factsOfMember), ...accounts.rows.flatMap(factsOfAccount)];
}

function factsOfMember({ accountId, userId, username, email, phone, devices }: MemberRow): CompanyFact[] {
  const of = { accountId, userId };
  const domain = ownDomainOf(email);
  const number = phone === null ? undefined : phoneOf(phone);
  return [
    { ...of, kind: 'member', value: userId, label: username },
    ...(domain === undefined ? [] : [{ ...of, kind: 'emailDomain' as const, value: domain, label: domain }]),
    ...(number === undefined ? [] : [{ ...of, kind: 'phone' as const, value: number, label: number }]),
    ...devices.map((value) => ({ ...of, kind: 'device' as const, value, label: username })),
  ];
}

function factsOfAccount({ accountId, country, number, email, phones }: AccountRow): CompanyFact[] {
  const of = { accountId, userId: null };
  const domain = ownDomainOf(email);
  const registered = number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return [
    ...(domain === undefined ? [] : [{ ...of, kind: 'emailDomain' as const, value: domain, label: domain }]),
    ...(registered === ''
      ? []
      : [{ ...of, kind: 'registrationNumber' as const, value: `${country} ${registered}`, label: number }]),
    ...phones.flatMap((text) => {
      const phone = phoneOf(text, country);
      return phone === undefined ? [] : [{ ...of, kind: 'phone' as const, value: phone, label: phone }];
    }),
  ];
}

/** Returns a phone number in its international form, so that different spellings of the same number become equal. */
const phoneOf = (text: string, country?: CountryCode): string | undefined =>
  parsePhoneNumberFromString(text, country)?.format('E.164');

/** Malaysian and Vietnamese email providers that are missing in `providers`. */
const MORE_PROVIDERS = ['streamyx.com', 'tm.net.my', 'unifi.com.my', 'time.net.my', 'vnn.vn', 'fpt.vn'];
const PUBLIC = new Set([...providers, ...MORE_PROVIDERS]);

/** Returns the registrable domain of an email address; undefined for public email providers. */
export function ownDomainOf(email: string): string | undefined {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const domain = getDomain(host, { allowPrivateDomains: true });
  return domain === null || PUBLIC.has(host) || PUBLIC.has(domain) ? undefined : domain;
}
