import { createTranslator } from 'use-intl/core';
import { judgeReceipts } from '#contract/award/judge-receipts.ts';
import type { ReadRecord } from '#contract/award/record.ts';
import { decimalsOf } from '#domain/basics/currency.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { MissingLine } from '#domain/record/find-missing.ts';
import type { SignedHead } from '#domain/record/receipt.ts';
import en from '#phrases/en.json' with { type: 'json' };
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';

const say = createTranslator({
  locale: 'en',
  messages: { receipt: en.receipt, receiptFault: en.receiptFault, receiptProof: en.receiptProof },
  timeZone: 'UTC',
}) as unknown as (key: string, params?: object) => string;

/** Compares a file of receipts with a valid record. Returns the findings as JSON, and as lines of text. */
export async function compareReceipts(text: string, record: ReadRecord) {
  const judged = await judgeReceipts(text, record, RECORD_PROOFS);
  if (typeof judged === 'string') {
    const refused = say(`receiptFault.${judged}`);
    return { isFit: false, findings: { code: judged, refused }, told: [`Receipts refused: ${refused}`] };
  }
  const { count, missing, otherHistory } = judged;
  const { currency } = record.record.head;
  const proofs = missing.map((one) => ({
    ...figuresOf(one.line, currency),
    code: one.why,
    proof: proofText(one, currency),
  }));
  const seen = otherHistory && { code: 'otherHistory', proof: say('receipt.otherHistory', seenParams(otherHistory)) };
  const told =
    missing.length === 0
      ? [`All ${count} receipts are in the record.`]
      : [
          `${missing.length} of ${count} receipts do not match the record, although the operator signed them:`,
          ...proofs.map(({ proof, kind, at, price, quantity, hash }) =>
            [`${kind} at ${at}: ${price} × ${quantity}`, hash, proof].join('  '),
          ),
        ];
  const findings = { count, missing: proofs, ...(seen && { seen }) };
  return { isFit: missing.length === 0 && !seen, findings, told: [...told, ...(seen ? [seen.proof] : [])] };
}

const priceText = (cents: number | null, currency: string): string | null =>
  cents === null ? null : textOfCents(cents, decimalsOf(currency));

const figuresOf = ({ seq, hash, kind, at, priceCents, quantity }: MissingLine['line'], currency: string) => ({
  seq,
  hash,
  kind,
  at,
  price: priceText(priceCents, currency),
  quantity,
});

/** Says what happened to an entry that the operator signed. */
const proofText = ({ why, line, found }: MissingLine, currency: string): string =>
  say(`receiptProof.${why}`, {
    seq: String(line.seq),
    found: String(found?.seq ?? ''),
    time: found?.at ?? '',
    price: priceText(found?.priceCents ?? null, currency) ?? '–',
    quantity: String(found?.quantity ?? '–'),
  });

const seenParams = ({ seq, time }: SignedHead) => ({ seq: String(seq), time });
