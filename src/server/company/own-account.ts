import { getOwnAccount, updateOwnAccount, type OwnAccount } from '#contract/company/company.ts';
import { judgeActing, judgeUpdating } from '#domain/access/may.ts';
import type { Company } from '#domain/company/company.ts';
import { companyOf } from '#server/company/company-columns.ts';
import { lockAccount, presentAccount, requireAccount, saveCompany } from '#server/company/account-rows.ts';
import type { Caller, CallerAccount } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config/config.ts';
import { operation, switchedOff, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

/**
 * Returns the caller's membership in an account.
 * @throws Refused not_found if the caller is not a member, as if the account did not exist (docs/rules.md#answers)
 */
export function requireMembership(caller: Caller, accountId: string): CallerAccount {
  const membership = caller.accounts.find(({ id }) => id === accountId);
  if (!membership) throw new Refused('not_found');
  return membership;
}

/**
 * Like `requireMembership`, and also refuses a member who may not act for the company
 * (docs/rules.md#business-accounts).
 */
export function requireActing(caller: Caller, accountId: string): CallerAccount {
  const membership = requireMembership(caller, accountId);
  const refusal = judgeActing(membership);
  if (refusal) throw new Refused(refusal);
  return membership;
}

/** Returns the current fields that describe a company. */
export const readCompany = async (db: Db, accountId: string): Promise<Company> =>
  companyOf(await requireAccount(db, accountId));

type Approved = Readonly<Record<'companyName' | 'registrationNumber' | 'country', string>>;

/** Returns an error for each approved field that was sent with another value. */
const changedOf = (approved: Approved, given: { readonly [Field in keyof Approved]?: string | undefined }) =>
  Object.fromEntries(
    Object.entries(approved).map(([field, value]) => [
      field,
      (given[field as keyof Approved] ?? value) === value ? undefined : ({ code: 'field_read_only' } as const),
    ]),
  );

/**
 * Operations by which members read their company's data. In variant TNBX, owners can also change the data
 * (docs/rules.md#variants), except the fields that an admin approved.
 */
export const ownAccountOperations = ({ VARIANT }: Pick<Config, 'VARIANT'>): Operation[] => [
  readOwnAccount,
  VARIANT === 'TNBX' ? editOwnAccount : switchedOff(editOwnAccount),
];

const readOwnAccount = operation(getOwnAccount, async ({ db, caller, params }): Promise<OwnAccount> => {
  const { role } = requireMembership(caller, params.id);
  return { ...presentAccount(await requireAccount(db, params.id)), role };
});

const editOwnAccount = operation(updateOwnAccount, async ({ db, caller, params, body }): Promise<OwnAccount> => {
  const { version, ...given } = body;
  const { role } = requireMembership(caller, params.id);
  const before = await lockAccount(db, params.id);
  const refusal = judgeUpdating({ status: before.status, role });
  if (refusal) throw new Refused(refusal);
  const { companyName, registrationNumber, country } = companyOf(before);
  const approved = { companyName, registrationNumber, country };
  refuseFields(changedOf(approved, given));
  const edit = { before, given: { ...given, ...approved }, version, userId: caller.userId };
  return { ...presentAccount(await saveCompany(db, edit)), role };
});
