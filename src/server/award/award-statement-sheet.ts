import type { FileReply } from '#contract/basics/file.ts';
import type { Figures } from '#domain/award/statement.ts';
import { figureColumns, type AwardStatement, type StatedAward } from '#server/award/award-statement.ts';
import type { DocumentReader } from '#server/platform/document/document.ts';
import { writerFor } from '#server/platform/document/writer-for.ts';
import { exportFile, type ExportColumn } from '#server/platform/export/export.ts';

/** A line of the sheet; the last one has the totals and no award. */
type Line = { readonly award: StatedAward | null; readonly figures: Figures };

/** An award statement for spreadsheets: a line for each award, each saying by itself which statement it belongs to. */
export function awardStatementSheet(
  statement: AwardStatement,
  reader: DocumentReader,
  currency: string,
): Promise<FileReply> {
  const { lines, total } = statement;
  const rows: Line[] = [...lines.map((award) => ({ award, figures: award.figures })), { award: null, figures: total }];
  const columns = columnsFor(statement, reader, currency);
  return exportFile({ name: nameOf(statement), columns, rows }, { format: 'xlsx', timeZone: reader.timeZone });
}

export const nameOf = ({ number }: AwardStatement): string => `award-statement-${number}`;

function columnsFor(statement: AwardStatement, reader: DocumentReader, currency: string): ExportColumn<Line>[] {
  const { words, vintage } = writerFor(reader);
  const { number, title, endedAt, owner, bidder, as, headHash } = statement;
  const ofAward =
    (text: (award: StatedAward) => string | number): ExportColumn<Line>['value'] =>
    ({ award }) =>
      award === null ? '' : text(award);
  return [
    { heading: words('document.number'), value: () => number },
    { heading: words('document.award.auction'), value: () => title },
    { heading: `${words('document.award.ended')} (${reader.timeZone})`, value: () => endedAt },
    { heading: words('document.award.owner'), value: () => owner },
    { heading: words('item.item'), value: ({ award }) => award?.goods.name ?? words('document.total') },
    { heading: words('item.country'), value: ofAward(({ goods }) => words(`country.${goods.country}`)) },
    { heading: words('item.fuel'), value: ofAward(({ goods }) => words(`fuel.${goods.fuelType}`)) },
    { heading: words('document.vintage'), value: ofAward(({ goods }) => vintage(goods.vintage)) },
    {
      heading: words('document.award.winner'),
      value: ofAward(({ winner }) => (as === 'bidder' ? (bidder?.companyName ?? '') : winner)),
    },
    { heading: words('room.rank'), value: ofAward(({ ranking }) => ranking) },
    { heading: words('document.recs'), value: ({ figures }) => figures.quantity },
    {
      heading: words('document.price', { currency }),
      value: ({ award }) => (award === null ? '' : { money: award.price }),
    },
    ...figureColumns(statement).map(({ phrase, of }): ExportColumn<Line> => ({
      heading: words(`document.award.${phrase}`, { currency }),
      value: ({ figures }) => ({ money: of(figures) }),
    })),
    { heading: words('document.award.headHash'), value: () => headHash },
  ];
}
