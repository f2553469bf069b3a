// `npm run documents -- FOLDER`: writes a sample of every document in both languages, for review. Names are as long as
// allowed and contain rare characters. `-- FOLDER LINES` also writes a record with this many lines.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { costOf } from '#domain/award/close.ts';
import { figuresOf, type StatementOf } from '#domain/award/statement.ts';
import { recordPdf, type PrintedRecord } from '#server/award/record-pdf.ts';
import type { AwardStatement } from '#server/award/award-statement.ts';
import { awardStatementPdf } from '#server/award/award-statement-pdf.ts';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { RecordedLine } from '#domain/record/record.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { Brand, PdfDocument } from '#server/platform/document/document.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import { AT, LONG, RARE, redemption, retirement, type Sample } from './sample-retirements.ts';
import { claimsReport, creditNote, invoice } from './sample-invoices.ts';
import { buyOrderStatementPdf } from '#server/marketplace/buy-order-statement.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import { BASE_LANGUAGES } from '#domain/basics/language.ts';

const { brand, currency }: { brand: Brand; currency: string } = publicEnvironment(readConfig({}), []);

const buyOrder = (how: Sample): PdfDocument =>
  buyOrderStatementPdf(
    {
      number: 'BUY-2026-000123',
      orderTitle: 'Hydro and solar of the first half, for companies of the peninsula',
      placedAt: new Date(AT.getTime() - 86_400_000),
      approvedAt: AT,
      buyer: LONG,
      seller: RARE,
      currency,
      unitPrice: '9999999.99',
      items: Array.from({ length: 60 }, (_, index) => ({
        country: index % 2 === 0 ? ('MY' as const) : ('CN' as const),
        fuelType: index % 3 === 0 ? ('MarineVerticalPressure' as const) : ('Solar' as const),
        vintage: { year: 2020 + (index % 6), period: 'SecondHalf' as const },
        quantity: 100_000_000 - index,
        amount: '999999999000000.00',
      })),
      quantity: 5_999_998_230,
      amount: '59999999940000000.00',
      fee: { hundredths: 125, amount: '749999999250000.00' },
      total: '60749999939250000.00',
      retiredFor: { name: RARE, statementNumber: 'RET-2026-7K4M-92QX' },
      remark: 'Paid by bank transfer; see the letter of March 30.',
    },
    how,
  );

const AWARDS = Array.from({ length: 45 }, (_, index) => {
  const priceCents = 999_999_999 - index * 1_010_101;
  const won = 100_000_000 - index * 7;
  return { won, ...costOf(priceCents, won, { sellerFeeHundredths: 125, buyerFeeHundredths: 150 }), priceCents };
});
const WINNERS = [LONG, RARE, 'Bakun Energy'];

const award =
  (as: StatementOf['as'], count: number) =>
  ({ brand: whose, ...reader }: Sample): PdfDocument => {
    const product = {
      name: '',
      country: 'MY',
      fuelType: 'SolarAndHydro',
      vintage: { year: 2025, period: 'FirstHalf' },
    } as const;
    const awards = AWARDS.slice(0, count);
    const lines = awards.map((one, index) => ({
      itemId: 'i' as ItemId,
      bidId: `bid${index}` as BidId,
      product,
      winner: WINNERS[index % WINNERS.length] ?? '',
      ranking: index + 1,
      price: textOfCents(one.priceCents),
      figures: figuresOf([one]),
    }));
    const statement: AwardStatement = {
      auctionId: '5f0c11aa-0000-4000-8000-000000000000',
      number: 'AWD-5F0C11AA-B7',
      as,
      title: 'Hydro and solar of the peninsula, first half of the year – the sellers’ autumn auction of small plants',
      auctionType: 'Forward',
      startsAt: AT,
      endedAt: AT,
      closedAt: AT,
      isRehearsal: false,
      annulledBecause: null,
      owner: LONG,
      bidder: as === 'bidder' ? { companyName: RARE, alias: 'Bidder 7' } : null,
      fees: { sellerFeeHundredths: 125, buyerFeeHundredths: 150 },
      lines,
      total: figuresOf(awards),
      byWinner: as === 'bidder' ? [] : WINNERS.map((winner) => ({ winner, total: figuresOf(awards.slice(0, 15)) })),
      bids:
        as === 'bidder'
          ? [
              { product, price: '12.50', quantity: 600, won: 600, reason: { kind: 'whole' } },
              { product, price: '12.40', quantity: 700, won: 400, reason: { kind: 'part', left: 400 } },
              {
                product,
                price: '9999999.99',
                quantity: 1_000_000,
                won: 0,
                reason: { kind: 'doesNotFit', left: 999_999 },
              },
            ]
          : [],
      headHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    };
    return awardStatementPdf(statement, reader, { brand: whose, currency });
  };

const ITEM_ID = 'i' as ItemId;

function lineOf(index: number, isLast: boolean): RecordedLine {
  const isByAdmin = index % 9 === 0;
  const line = {
    seq: index + 1,
    kind: isLast ? ('closed' as const) : isByAdmin ? ('cancelled' as const) : ('revised' as const),
    at: new Date(AT.getTime() + index * 137).toISOString(),
    bidId: `bid${index % 9}` as BidId,
    itemId: ITEM_ID,
    bidderId: 'b1' as BidderId,
    alias: `Bidder ${(index % 5) + 1}`,
    priceCents: 1_250 + index,
    quantity: 1_000 + index,
    allowsPartial: index % 3 === 0,
    minimumAcceptable: index % 6 === 0 ? 100 : null,
    by: isByAdmin ? ('admin' as const) : ('bidder' as const),
    reason: isByAdmin ? 'entered by mistake, as the bidder wrote; 竞价方书面说明' : null,
    until: null,
  };
  return { line, hash: createHash('sha256').update(String(index)).digest('hex') };
}

/** Returns a record with this many lines. */
const record =
  (lineCount: number, printed = lineCount) =>
  ({ brand: whose, ...reader }: Sample): PdfDocument => {
    const bidders = [1, 2, 3, 4, 5].map((number) => ({
      bidderId: `b${number}` as BidderId,
      alias: `Bidder ${number}`,
    }));
    const itemId = ITEM_ID;
    const lines = Array.from({ length: printed }, (_, index) => lineOf(index, index === lineCount - 1));
    const item = { itemId, name: 'MY.SolarAndHydro.2025 1H', quantity: 100_000_000, partialFulfillment: true };
    const bounds = {
      minimumBidPriceCents: 100,
      maximumBidPriceCents: 999_999_999,
      minQuantity: null,
      maxQuantity: null,
    };
    const cost = { amount: '1250000000.00', sellerFee: '15625000.00', buyerFee: '18750000.00' };
    const winner = { itemId, bidId: 'bid1' as BidId, bidderId: 'b1' as BidderId, ranking: 1, quantity: 100_000_000 };
    const printedRecord: PrintedRecord = {
      head: {
        auctionId: '5f0c11aa-0b9c-4c7f-9a51-0e6d4e3a7b10',
        title: 'Hydro and solar of the peninsula, first half of the year',
        auctionType: 'Forward',
        currency,
        tickCents: 10,
        minimumBiddingQuantity: 10,
        sellerFeeHundredths: 125,
        buyerFeeHundredths: 150,
        softClose: { minutes: 2, maximum: 5 },
        startsAt: AT.toISOString(),
        endsAt: AT.toISOString(),
        auctionEndsAt: AT.toISOString(),
        items: [{ ...item, ...bounds }],
        bidders,
      },
      lines,
      lineCount,
      headHash: lines.at(-1)?.hash ?? '',
      closedAt: AT,
      awards: [{ ...winner, priceCents: 1_250, ...cost }],
      publicKey: 'HHjy1rHVWHn8mUQPgXcvVyWm0C1oMkmPdXsUpBT6i0g',
    };
    return recordPdf(printedRecord, reader, whose);
  };

const SAMPLES = {
  record: record(150),
  recordTooLong: record(100_000, 0),
  retirement,
  redemption,
  buyOrder,
  invoice,
  creditNote,
  claimsReport,
  awardOfBidder: award('bidder', 2),
  awardOfLoser: award('bidder', 0),
  awardOfOwner: award('owner', 45),
  awardOfAll: award('admin', 45),
};

const folder = process.argv[2];
if (folder === undefined) throw new Error('Usage: npm run documents -- FOLDER');
mkdirSync(folder, { recursive: true });
const lines = Number(process.argv[3] ?? 0);
const long = lines > 0 ? { [`record${lines}`]: record(lines) } : {};
for (const [name, sample] of Object.entries({ ...SAMPLES, ...long })) {
  for (const language of BASE_LANGUAGES) {
    const startedAt = performance.now();
    const how = { brand, language, timeZone: 'Asia/Kuala_Lumpur' };
    const { name: fileName, bytes } = await pdfFile(`${name}-${language}`, sample(how));
    const file = join(folder, fileName);
    writeFileSync(file, bytes);
    console.log(`${file}: ${bytes.length} bytes in ${(performance.now() - startedAt).toFixed(0)} ms`);
  }
}
