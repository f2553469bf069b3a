import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Movement } from '#domain/holding/ledger.ts';
import { RANDOM_DIGITS, statementNumberOf } from '#domain/holding/statement-number.ts';
import { columnsOfBeneficiary } from '#server/holding/beneficiary-rows.ts';
import { mailStatement, type NewRetirement } from '#server/holding/retirement-mails.ts';
import { book } from '#server/ledger/book.ts';
import type { Db } from '#server/platform/database/database.ts';

type Retiring = {
  /** The company that holds them. */
  readonly accountId: string;
  /** Who retires, or who approved what retires. */
  readonly userId: string;
  readonly publicUrl: string;
  /** Of who approved. */
  readonly remark?: string;
  /** What brings the RECs into their holdings within the same transaction: booked in one step with the retirement. */
  readonly before?: readonly Movement[];
};

/**
 * Retires RECs, with one statement, and tells the holder's members by mail. Throws `holding_too_small` where a holding has fewer;
 * the transaction is lost then.
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
  await book(db, [...before, ...retired], { userId, remark });
  await mailStatement(db, { accountId, number, lines, beneficiary }, publicUrl);
  return { id, number };
}

const newNumber = (): string => statementNumberOf([...randomBytes(RANDOM_DIGITS)].map((byte) => byte & 31));
