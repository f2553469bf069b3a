import type { StatementOf } from '#domain/award/statement.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import { readStatement, type StatementSource } from '#server/award/award-statement.ts';
import { awardStatementPdf, type Issuer } from '#server/award/award-statement-pdf.ts';
import { nameOf } from '#server/award/award-statement-sheet.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import type { MakeAttachment } from '#server/platform/mail/mail.ts';
import { LANGUAGES } from '#domain/basics/language.ts';
import type { Attachment } from '#server/platform/mail/attachment.ts';

export const AWARD_STATEMENT = 'award-statement';

/** A statement in every language: whose a mail's reader speaks isn't known. */
export const statementAttachments = (auctionId: AuctionId, whose: StatementOf): Attachment[] =>
  LANGUAGES.map((language) => ({ kind: AWARD_STATEMENT, language, auctionId, ...whose }));

/** Makes what was queued when the auction closed; nothing of it has changed since. */
export const statementMaker =
  (source: StatementSource, issuer: Issuer): MakeAttachment =>
  async ({ language: asked, auctionId = '', as, bidderId, timeZone = 'UTC' }) => {
    const language = LANGUAGES.find((one) => one === asked) ?? 'en';
    const whose: StatementOf = as === 'bidder' ? { as, bidderId: bidderId as BidderId } : { as: 'owner' };
    const statement = await readStatement(source, auctionId, whose, language);
    const reader = { language, timeZone };
    return pdfFile(`${nameOf(statement)}-${language}`, awardStatementPdf(statement, reader, issuer));
  };
