import providers from 'email-providers/all.json' with { type: 'json' };
import { sql } from 'kysely';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import type { CompanyFact } from '#domain/company/related-companies.ts';
import type { Db } from '#server/platform/database/database.ts';
import { getDomain } from 'tldts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

type MemberRow = {
  account_id: string;
  user_id: string;
  username: string;
  email: string;
  phone: string | null;
  devices: string[];
};

type AccountRow = {
  id: string;
  country: CountryCode;
  registration_number: string;
  pic_email: string;
  phones: string[];
};

/** The hash for a browser that sent no fingerprint. */
const NO_DEVICE = sha256('');

/** Returns the facts about these companies and their members that two companies may share (decision 56). */
export async function readFacts(db: Db, accountIds: readonly string[]): Promise<CompanyFact[]> {
  const ids = [...accountIds];
  const members = await sql<MemberRow>`
    select m.account_id, m.user_id, u.username, u.email, u.phone_code || u.phone_number as phone,
           array(select distinct device_hash from trusted_device
                 where user_id = u.id and expires_at > now() and device_hash <> ${NO_DEVICE}) as devices
    from account_member m join app_user u on u.id = m.user_id
    where m.account_id = any(${ids}::uuid[]) order by m.account_id, u.username`.execute(db);
  const accounts = await sql<AccountRow>`
    select id, country, registration_number, pic_email, array[pic_telephone, contact_number] as phones
    from account where id = any(${ids}::uuid[]) order by id`.execute(db);
  return [...members.rows.flatMap(factsOfMember), ...accounts.rows.flatMap(factsOfAccount)];
}

function factsOfMember({
  account_id: accountId,
  user_id: userId,
  username,
  email,
  phone,
  devices,
}: MemberRow): CompanyFact[] {
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

function factsOfAccount({
  id,
  country,
  registration_number: number,
  pic_email: email,
  phones,
}: AccountRow): CompanyFact[] {
  const of = { accountId: id, userId: null };
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

/** Returns a phone number in its international form, so that two spellings are equal. */
const phoneOf = (text: string, country?: CountryCode): string | undefined =>
  parsePhoneNumberFromString(text, country)?.format('E.164');

/** Malaysian and Vietnamese mail providers that are missing in the list. */
const MORE_PROVIDERS = ['streamyx.com', 'tm.net.my', 'unifi.com.my', 'time.net.my', 'vnn.vn', 'fpt.vn'];
const PUBLIC = new Set([...providers, ...MORE_PROVIDERS]);

/** Returns the registrable domain of an address; undefined for public mail providers. */
export function ownDomainOf(email: string): string | undefined {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const domain = getDomain(host, { allowPrivateDomains: true });
  return domain === null || PUBLIC.has(host) || PUBLIC.has(domain) ? undefined : domain;
}
