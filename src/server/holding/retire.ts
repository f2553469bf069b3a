import { type RawBuilder, sql } from 'kysely';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import type { Movement, LedgerAccount, Product } from '#domain/holding/ledger.ts';
import { RANDOM_DIGITS, statementNumberOf } from '#domain/holding/statement-number.ts';
import { columnsOfBeneficiary } from '#server/holding/beneficiaries.ts';
import { bookMovements } from '#server/ledger/book.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** A retirement of some or all RECs in the holdings of one company. A retirement is final. */
export type NewRetirement = {
  readonly lines: readonly { readonly holding: LedgerAccount; readonly quantity: number }[];
  readonly beneficiary: Beneficiary;
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

/**
 * Retires RECs with one retirement statement, and sends its number to the holder's members by email. After an error the
 * transaction cannot continue.
 * @throws Refused holding_too_small
 */
export async function retire(
  db: Db,
  { lines, beneficiary }: NewRetirement,
  { accountId, userId, publicUrl, remark = '', before = [] }: Retiring,
): Promise<{ readonly id: string; readonly number: string }> {
  const [id, number] = [randomUUID(), newNumber()];
  await db
    .insertInto('retirement')
    .values({
      id,
      number,
      account_id: accountId,
      company_name: sql<string>`(select company_name from account where id = ${accountId})`,
      ...columnsOfBeneficiary(beneficiary),
      retired_by: userId,
    })
    .execute();
  const retired = lines.map(({ holding, quantity }): Movement => {
    const to = { ...holding, kind: 'retired', sourceKind: 'retirement', sourceId: id } as const;
    return { kind: 'retired', from: holding, to, quantity };
  });
  await bookMovements(db, [...before, ...retired], { userId, remark });
  await mailStatement(db, { accountId, number, lines, beneficiary }, publicUrl);
  return { id, number };
}

const newNumber = (): string => statementNumberOf([...randomBytes(RANDOM_DIGITS)].map((byte) => byte & 31));

type Statement = NewRetirement & { readonly accountId: string; readonly number: string };

/** Sends each member of the holder an email with the number and the link of the new retirement statement. */
export async function mailStatement(db: Db, statement: Statement, publicUrl: string): Promise<void> {
  const members = await db
    .selectFrom('account_member')
    .innerJoin('app_user', 'app_user.id', 'account_member.user_id')
    .select('app_user.email')
    .where('account_member.account_id', '=', statement.accountId)
    // A user of a foreign provider may have no address.
    .where('app_user.email', '<>', '')
    .execute();
  await queueMails(
    db,
    members.map(({ email }) => ({
      recipient: email,
      write: (language) => partOf(language, statement),
      ending: [`${publicUrl}/retirement/${statement.number}`],
    })),
  );
}

function partOf(language: Language, { lines, number, beneficiary }: Statement) {
  const words = wordsIn(language);
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const goods = lines.map(({ holding, quantity }) =>
    words('retirementMail.line', { quantity, goods: productText(language, holding.product) }),
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
const productText = (language: Language, { country, fuelType, vintageYear, vintagePeriod }: Product): string => {
  const words = wordsIn(language);
  return [
    words(`country.${country}`),
    words(`fuel.${fuelType}`),
    words(`vintage.${vintagePeriod}`, { year: String(vintageYear) }),
  ].join(' · ');
};

/** SQL: the numbers of the statements for retired RECs of this source, which is an award or a part of a buy order. */
export const retirementsOf = (sourceId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select retirement.number from ledger_account held
  join ledger_entry entry on entry.from_id = held.id and entry.kind = 'retired'
  join ledger_account gone on gone.id = entry.to_id
  join retirement on retirement.id = gone.source_id
  where held.source_id = ${sourceId} and held.kind = 'held')`;
