import { type RawBuilder, sql } from 'kysely';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Claim } from '#domain/claim/claim.ts';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import type { Movement, LedgerAccount, Product } from '#domain/holding/ledger.ts';
import { RANDOM_DIGITS, statementNumberOf } from '#domain/holding/statement-number.ts';
import { columnsOfBeneficiary } from '#server/holding/beneficiaries.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';
import type { Writer } from '#server/platform/document/writer-for.ts';

/** A retirement of some or all RECs in the holdings of one company. A retirement is final. */
export type NewRetirement = {
  readonly lines: readonly { readonly holding: LedgerAccount; readonly quantity: number }[];
  readonly beneficiary: Beneficiary;
  readonly claim: Claim;
};

type Retiring = {
  /** The company that holds the RECs. */
  readonly accountId: string;
  /** The user who retires the RECs. If a buy order retires them, this is the user who approved the order. */
  readonly userId: string;
  readonly publicUrl: string;
  /** The remark that was typed with the approval of the buy order. */
  readonly remark?: string;
  /**
   * Movements that bring the RECs into their holdings in the same transaction. They are booked in one step with the
   * retirement.
   */
  readonly before?: readonly Movement[];
};

/** A retirement that was made: its id, and the number of its statement. */
export type MadeRetirement = { readonly id: string; readonly number: string };

/**
 * Retires RECs with one retirement statement, and sends its number to the holder's members by email. After an error the
 * transaction cannot continue.
 * @throws Refused holding_too_small
 */
export async function retire(db: Db, retirement: NewRetirement, retiring: Retiring): Promise<MadeRetirement> {
  const [made] = await bookRetirements(db, [retirement], retiring);
  if (!made) throw new Error('a retirement was not made');
  const { accountId, publicUrl } = retiring;
  await mailStatement(db, { ...retirement, accountId, number: made.number }, publicUrl);
  return made;
}

/**
 * Retires RECs with several statements, all or none, and sends no email. One call books all of them, because the ledger
 * locks accounts in one order.
 * @throws Refused holding_too_small
 */
export async function bookRetirements(
  db: Db,
  retirements: readonly NewRetirement[],
  { accountId, userId, remark = '', before = [] }: Omit<Retiring, 'publicUrl'>,
): Promise<MadeRetirement[]> {
  const made = retirements.map((retirement) => ({ ...retirement, id: randomUUID(), number: newNumber() }));
  const rows = made.map(({ id, number, beneficiary, claim }) => ({
    id,
    number,
    account_id: accountId,
    company_name: sql<string>`(select company_name from account where id = ${accountId})`,
    ...columnsOfBeneficiary(beneficiary),
    period_from: claim.periodFrom,
    period_to: claim.periodTo,
    purpose: claim.purpose,
    purpose_text: claim.purposeText,
    retired_by: userId,
  }));
  await db.insertInto('retirement').values(rows).execute();
  const retired = made.flatMap(({ id, lines }) =>
    lines.map(({ holding, quantity }): Movement => {
      const to = { ...holding, kind: 'retired', sourceKind: 'retirement', sourceId: id } as const;
      return { kind: 'retired', from: holding, to, quantity };
    }),
  );
  await bookMovements(db, [...before, ...retired], { userId, remark });
  const events = made.map(({ id: retirementId, number, lines }) => ({
    accountId,
    data: { retirementId, number, quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0) },
  }));
  await queueWebhooks(db, 'retirement.made', events);
  return made.map(({ id, number }) => ({ id, number }));
}

const newNumber = (): string => statementNumberOf([...randomBytes(RANDOM_DIGITS)].map((byte) => byte & 31));

type Statement = Pick<NewRetirement, 'lines' | 'beneficiary'> & { readonly accountId: string; readonly number: string };

/** Sends each member of the holder an email with the number and the link of the new retirement statement. */
const mailStatement = (db: Db, statement: Statement, publicUrl: string): Promise<void> =>
  mailMembers(db, statement.accountId, {
    write: (_language, writer) => partOf(writer, statement),
    ending: [`${publicUrl}/retirement/${statement.number}`],
  });

type MadeRetirements = {
  readonly accountId: string;
  readonly made: readonly MadeRetirement[];
  /** RECs of all these retirements together. */
  readonly quantity: number;
};

/** Sends each member of the holder one email with the numbers of several new statements. */
export const mailRetirements = (
  db: Db,
  { accountId, made, quantity }: MadeRetirements,
  publicUrl: string,
): Promise<void> =>
  mailMembers(db, accountId, {
    write: (_language, { words }) => {
      const numbers = made.map(({ number }) => words('retirementMail.number', { number }));
      return { subject: words('retirementMail.subject', { quantity }), body: numbers.join('\n') };
    },
    ending: [`${publicUrl}/user/retirements`],
  });

type MemberMail = Pick<Parameters<typeof queueMails>[2][number], 'write' | 'ending'>;

async function mailMembers(db: Db, accountId: string, mail: MemberMail): Promise<void> {
  const members = await db
    .selectFrom('account_member')
    .innerJoin('app_user', 'app_user.id', 'account_member.user_id')
    .select('app_user.email')
    .where('account_member.account_id', '=', accountId)
    // A user of a foreign provider may have no address.
    .where('app_user.email', '<>', '')
    .execute();
  await queueMails(
    db,
    'retirement',
    members.map(({ email }) => ({ recipient: email, ...mail })),
  );
}

function partOf({ words, country }: Writer, { lines, number, beneficiary }: Statement) {
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const goods = lines.map(({ holding, quantity }) =>
    words('retirementMail.line', { quantity, goods: productText({ words, country }, holding.product) }),
  );
  const body = [
    words('retirementMail.retired', { name: beneficiary.nameOnCertificates }),
    ...goods,
    words('retirementMail.number', { number }),
    words('retirementMail.confirm'),
  ];
  return { subject: words('retirementMail.subject', { quantity: total }), body: body.join('\n') };
}

/** `Malaysia · Hydro · 2024 Q3` */
const productText = (
  { words, country: nameOf }: Pick<Writer, 'words' | 'country'>,
  { country, fuelType, vintageYear, vintagePeriod }: Product,
): string =>
  [nameOf(country), words(`fuel.${fuelType}`), words(`vintage.${vintagePeriod}`, { year: String(vintageYear) })].join(
    ' · ',
  );

/** SQL: the numbers of the statements for retired RECs of this source, which is an award or a part of a buy order. */
export const retirementsOf = (sourceId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select retirement.number from ledger_account held
  join ledger_entry entry on entry.from_id = held.id and entry.kind = 'retired'
  join ledger_account gone on gone.id = entry.to_id
  join retirement on retirement.id = gone.source_id
  where held.source_id = ${sourceId} and held.kind = 'held')`;
