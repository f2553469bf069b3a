import { createTranslator } from 'use-intl/core';
import { judgeReceipts } from '#contract/award/judge-receipts.ts';
import type { ReadRecord } from '#contract/award/record.ts';
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
  const proofs = missing.map((one) => ({ ...figuresOf(one.line), code: one.why, proof: proofText(one) }));
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

const priceText = (cents: number | null): string | null => (cents === null ? null : (cents / 100).toFixed(2));

const figuresOf = ({ seq, hash, kind, at, priceCents, quantity }: MissingLine['line']) => ({
  seq,
  hash,
  kind,
  at,
  price: priceText(priceCents),
  quantity,
});

/** Says what happened to an entry that the operator signed. */
const proofText = ({ why, line, found }: MissingLine): string =>
  say(`receiptProof.${why}`, {
    seq: String(line.seq),
    found: String(found?.seq ?? ''),
    time: found?.at ?? '',
    price: priceText(found?.priceCents ?? null) ?? '–',
    quantity: String(found?.quantity ?? '–'),
  });

const seenParams = ({ seq, time }: SignedHead) => ({ seq: String(seq), time });
