import { getAwardStatementAsAdmin, getAwardStatementAsUser, type StatementFormat } from '#contract/award/award.ts';
import type { FileReply } from '#contract/basics/file.ts';
import type { StatementOf, Figures } from '#domain/award/statement.ts';
import type { BidderId, AuctionId } from '#domain/basics/ids.ts';
import { BASE_LANGUAGES, baseLanguageOf } from '#domain/basics/language.ts';
import { relationIn, type AuctionRow } from '#server/auction/auction-rows.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import {
  readStatement,
  type AwardStatement,
  type StatementSource,
  figureColumns,
  type StatedAward,
} from '#server/award/award-statement.ts';
import { awardStatementPdf, type Issuer } from '#server/award/award-statement-pdf.ts';
import { requireResult, type ResultCall } from '#server/award/result-operations.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { DocumentReader } from '#server/platform/document/document.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import type { MakeAttachment } from '#server/platform/mail/mail.ts';
import type { Attachment } from '#server/platform/mail/attachment.ts';
import { writerFor } from '#server/platform/document/writer-for.ts';
import { isForMachines } from '#server/platform/export/machine-file.ts';
import { exportFile, type AnyFormat, type ExportColumn } from '#server/platform/export/export.ts';

type StatementCall = ResultCall & Pick<Call, 'timeZone'> & { readonly query: { readonly format: StatementFormat } };

/**
 * Returns the statement for a reader who may see the result: all awards, or the bidder's own
 * (docs/rules.md#who-sees-a-result).
 */
async function getStatement(parts: AuctionParts, issuer: Issuer, call: StatementCall): Promise<FileReply> {
  const { db, caller, params, timeZone } = call;
  const language = baseLanguageOf(call.language);
  const auction = await requireResult(parts, call);
  const statement = await readStatement({ db, rooms: parts.rooms }, params.id, whoseOf(auction, caller), language);
  const reader = { language, timeZone, feeNames: await settingIn(db, 'feeNames') };
  return WRITERS[call.query.format](statement, reader, issuer);
}

function whoseOf(auction: AuctionRow, caller: Caller): StatementOf {
  const relation = relationIn(auction, caller);
  if (relation === 'admin' || relation === 'owner') return { as: relation };
  return { as: 'bidder', bidderId: auction.own_bidder_id as BidderId };
}

const writePdf = (statement: AwardStatement, reader: DocumentReader, issuer: Issuer): Promise<FileReply> =>
  pdfFile(statementFileName(statement), awardStatementPdf(statement, reader, issuer));

const sheetWriter =
  (format: AnyFormat): typeof writePdf =>
  (statement, reader, { currency }) =>
    awardStatementSheet(statement, reader, { currency, format });

const WRITERS: Readonly<Record<StatementFormat, typeof writePdf>> = {
  pdf: writePdf,
  xlsx: sheetWriter('xlsx'),
  jsonl: sheetWriter('jsonl'),
  'data-csv': sheetWriter('data-csv'),
};

export const awardStatementOperations = (parts: AuctionParts, issuer: Issuer): Operation[] => [
  operation(getAwardStatementAsAdmin, (call) => getStatement(parts, issuer, call)),
  operation(getAwardStatementAsUser, (call) => getStatement(parts, issuer, call)),
];

export const AWARD_STATEMENT = 'award-statement';

/** Returns the attachments with a statement in every language, because the email's reader may use any of them. */
export const statementAttachments = (auctionId: AuctionId, whose: StatementOf): Attachment[] =>
  BASE_LANGUAGES.map((language) => ({ kind: AWARD_STATEMENT, language, auctionId, ...whose }));

/** Returns the function that makes a queued statement. It may run later, because a closed auction never changes. */
export const statementMaker =
  (source: StatementSource, issuer: Issuer): MakeAttachment =>
  async ({ language: asked, auctionId = '', as, bidderId, timeZone = 'UTC' }) => {
    const language = BASE_LANGUAGES.find((one) => one === asked) ?? 'en';
    const whose: StatementOf = as === 'bidder' ? { as, bidderId: bidderId as BidderId } : { as: 'owner' };
    const statement = await readStatement(source, auctionId, whose, language);
    const reader = { language, timeZone, feeNames: await settingIn(source.db, 'feeNames') };
    return pdfFile(`${statementFileName(statement)}-${language}`, awardStatementPdf(statement, reader, issuer));
  };

/** A line of the sheet. The last line has the totals and no award. */
type Line = { readonly award: StatedAward | null; readonly figures: Figures };

/**
 * Returns an award statement as a table, with a line for each award. Each line names its statement. For people, a line
 * with the totals follows.
 */
function awardStatementSheet(
  statement: AwardStatement,
  reader: DocumentReader,
  { currency, format }: { readonly currency: string; readonly format: AnyFormat },
): Promise<FileReply> {
  const { lines, total } = statement;
  const awards: Line[] = lines.map((award) => ({ award, figures: award.figures }));
  const rows = isForMachines(format) ? awards : [...awards, { award: null, figures: total }];
  const columns = columnsFor(statement, reader, currency);
  return exportFile({ name: statementFileName(statement), columns, rows }, { format, timeZone: reader.timeZone });
}

export const statementFileName = ({ number }: AwardStatement): string => `award-statement-${number}`;

/** Returns a function for the lines with an award. The line of the totals has an empty cell there. */
const ofAward =
  (text: (award: StatedAward) => string | number) =>
  ({ award }: Line): string | number =>
    award === null ? '' : text(award);

function productColumns(reader: DocumentReader): ExportColumn<Line>[] {
  const { words, vintage, country } = writerFor(reader);
  return [
    {
      key: 'recCountry',
      heading: words('item.country'),
      value: ofAward(({ product }) => country(product.country)),
      raw: ofAward(({ product }) => product.country),
    },
    {
      key: 'recFuelType',
      heading: words('item.fuel'),
      value: ofAward(({ product }) => words(`fuel.${product.fuelType}`)),
      raw: ofAward(({ product }) => product.fuelType),
    },
    { key: null, heading: words('document.vintage'), value: ofAward(({ product }) => vintage(product.vintage)) },
    { key: 'vintageYear', raw: ofAward(({ product }) => product.vintage.year) },
    { key: 'vintagePeriod', raw: ofAward(({ product }) => product.vintage.period) },
  ];
}

function columnsFor(statement: AwardStatement, reader: DocumentReader, currency: string): ExportColumn<Line>[] {
  const { words } = writerFor(reader);
  const { auctionId, number, title, endedAt, owner, bidder, as, headHash } = statement;
  return [
    { key: 'auctionId', raw: () => auctionId },
    { key: 'auctionItemId', raw: ofAward(({ itemId }) => itemId) },
    { key: 'bidId', raw: ofAward(({ bidId }) => bidId) },
    { key: 'number', heading: words('document.number'), value: () => number },
    { key: 'title', heading: words('document.award.auction'), value: () => title },
    { key: 'endedAt', heading: `${words('document.award.ended')} (${reader.timeZone})`, value: () => endedAt },
    { key: 'owner', heading: words('document.award.owner'), value: () => owner },
    {
      key: 'itemName',
      heading: words('item.item'),
      value: ({ award }) => award?.product.name ?? words('document.total'),
    },
    ...productColumns(reader),
    {
      key: 'winner',
      heading: words('document.award.winner'),
      value: ofAward(({ winner }) => (as === 'bidder' ? (bidder?.companyName ?? '') : winner)),
    },
    { key: 'ranking', heading: words('room.rank'), value: ofAward(({ ranking }) => ranking) },
    { key: 'quantity', heading: words('document.recs'), value: ({ figures }) => figures.quantity },
    {
      key: 'price',
      heading: words('document.price', { currency }),
      value: ({ award }) => (award === null ? '' : { money: award.price }),
    },
    ...figureColumns(statement).map(({ phrase, of }): ExportColumn<Line> => ({
      key: phrase,
      heading: words(`document.award.${phrase}`, { currency }),
      value: ({ figures }) => ({ money: of(figures) }),
    })),
    { key: 'currency', raw: () => currency },
    { key: 'headHash', heading: words('document.award.headHash'), value: () => headHash },
  ];
}
