import { getAwardStatementAsAdmin, getAwardStatementAsUser, type StatementFormat } from '#contract/award/award.ts';
import type { FileReply } from '#contract/basics/file.ts';
import type { StatementOf } from '#domain/award/statement.ts';
import type { BidderId } from '#domain/basics/ids.ts';
import { relationIn, type AuctionRow } from '#server/auction/auction-rows.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { readStatement, type AwardStatement } from '#server/award/award-statement.ts';
import { awardStatementPdf, type Issuer } from '#server/award/award-statement-pdf.ts';
import { awardStatementSheet, nameOf } from '#server/award/award-statement-sheet.ts';
import { requireResult, type ResultCall } from '#server/award/result-operations.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { DocumentReader } from '#server/platform/document/document.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';

type StatementCall = ResultCall &
  Pick<Call, 'language' | 'timeZone'> & { readonly query: { readonly format: StatementFormat } };

/** Whoever sees the result has a statement of what concerns it: all awards, or its own (rules 3.1). */
async function getStatement(parts: AuctionParts, issuer: Issuer, call: StatementCall): Promise<FileReply> {
  const { db, caller, params, language, timeZone } = call;
  const auction = await requireResult(parts, call);
  const statement = await readStatement({ db, rooms: parts.rooms }, params.id, whoseOf(auction, caller), language);
  return WRITERS[call.query.format](statement, { language, timeZone }, issuer);
}

function whoseOf(auction: AuctionRow, caller: Caller): StatementOf {
  const relation = relationIn(auction, caller);
  if (relation === 'admin' || relation === 'owner') return { as: relation };
  return { as: 'bidder', bidderId: auction.own_bidder_id as BidderId };
}

const writePdf = (statement: AwardStatement, reader: DocumentReader, issuer: Issuer): Promise<FileReply> =>
  pdfFile(nameOf(statement), awardStatementPdf(statement, reader, issuer));

const WRITERS: Readonly<Record<StatementFormat, typeof writePdf>> = {
  pdf: writePdf,
  xlsx: (statement, reader, { currency }) => awardStatementSheet(statement, reader, currency),
};

export const statementOperations = (parts: AuctionParts, issuer: Issuer): Operation[] => [
  operation(getAwardStatementAsAdmin, (call) => getStatement(parts, issuer, call)),
  operation(getAwardStatementAsUser, (call) => getStatement(parts, issuer, call)),
];
