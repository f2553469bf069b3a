import type { Place } from '#domain/holding/ledger.ts';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';
import type { Goods } from '#domain/holding/ledger.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type Statement = NewRetirement & { readonly accountId: string; readonly number: string };

/** Each member of the holder gets the number and the link of its new statement. */
export async function mailStatement(db: Db, statement: Statement, publicUrl: string): Promise<void> {
  const members = await db
    .selectFrom('account_member')
    .innerJoin('app_user', 'app_user.id', 'account_member.user_id')
    .select('app_user.email')
    .where('account_member.account_id', '=', statement.accountId)
    // Whom a foreign provider signs in may have told us no address.
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
    words('retirementMail.line', { quantity, goods: goodsWords(language, holding.goods) }),
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
const goodsWords = (language: Language, { country, fuelType, vintageYear, vintagePeriod }: Goods): string => {
  const words = wordsIn(language);
  return [
    words(`country.${country}`),
    words(`fuel.${fuelType}`),
    words(`vintage.${vintagePeriod}`, { year: String(vintageYear) }),
  ].join(' · ');
};

/** Parts or all of holdings of one company, for good. */
export type NewRetirement = {
  readonly lines: readonly { readonly holding: Place; readonly quantity: number }[];
  readonly beneficiary: Beneficiary;
};
