import type { BuyOrderStatement } from '#domain/marketplace/buy-order-statement.ts';
import type { Brand, DocumentReader, Fact, PdfDocument } from '#server/platform/document/document.ts';
import { writerFor, type Writer } from '#server/platform/document/writer-for.ts';

/** An approved buy order on paper; `makePdf` and `pdfFile` draw it. */
export function buyOrderStatementPdf(
  statement: BuyOrderStatement,
  { brand, ...reader }: DocumentReader & { readonly brand: Brand },
): PdfDocument {
  const write = writerFor(reader);
  const { words } = write;
  const { number, approvedAt, currency, unitPrice, items, quantity, amount, fee, total, remark } = statement;
  const feeRow = fee && [
    words('document.buyOrder.fee', { percent: write.percent(fee.hundredths) }),
    '',
    '',
    write.amount(fee.amount),
  ];
  return {
    ...reader,
    brand,
    title: words('document.buyOrder.title'),
    number,
    statedAt: approvedAt,
    blocks: [
      { kind: 'facts', rows: orderFacts(write, statement) },
      { kind: 'heading', text: words('document.buyOrder.bought') },
      {
        kind: 'table',
        columns: [
          { heading: words('item.item'), share: 6 },
          { heading: words('document.recs'), share: 2, isNumber: true },
          { heading: words('document.price', { currency }), share: 2, isNumber: true },
          { heading: words('document.amount', { currency }), share: 3, isNumber: true },
        ],
        rows: items.map((item) => [
          write.goods(item),
          write.quantity(item.quantity),
          write.amount(unitPrice),
          write.amount(item.amount),
        ]),
        totals: [
          [words('document.sum'), write.quantity(quantity), '', write.amount(amount)],
          ...(feeRow ? [feeRow] : []),
          [words('document.toPay', { currency }), '', '', write.amount(total)],
        ],
      },
      ...(remark === '' ? [] : [{ kind: 'paragraph' as const, text: words('document.buyOrder.remark', { remark }) }]),
    ],
  };
}

function orderFacts({ words, time }: Writer, statement: BuyOrderStatement): Fact[] {
  const { number, orderTitle, placedAt, approvedAt, buyer, seller, retiredFor } = statement;
  const retired: Fact[] = retiredFor
    ? [[words('document.buyOrder.retiredFor'), words('document.buyOrder.retiredBy', retiredFor)]]
    : [];
  return [
    [words('document.number'), number],
    [words('document.buyOrder.order'), orderTitle],
    [words('document.buyOrder.placedAt'), time(placedAt)],
    [words('document.buyOrder.approvedAt'), time(approvedAt)],
    [words('document.buyer'), buyer],
    ...(seller === null ? [] : [[words('document.seller'), seller] as const]),
    ...retired,
  ];
}
