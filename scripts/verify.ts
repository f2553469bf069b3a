import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createTranslator } from 'use-intl/core';
import { judgeRecord } from '#contract/award/judge-record.ts';
import type { ReadRecord } from '#contract/award/record.ts';
import type { Fault } from '#domain/record/record.ts';
import en from '#phrases/en.json' with { type: 'json' };
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';

// `npm run verify -- FILE`, and the command of the package in packages/verify: computes an auction again from its record
// alone. It names the first wrong line of a record that is not valid.

const USAGE = `Usage: greenlot-verify FILE [--key=PUBLIC_KEY] [--json]

Computes a Greenlot auction again from its record, and checks its seal.

  FILE              the record; - reads it from the standard input
  --key=PUBLIC_KEY  the seal must be signed with this key. The platform lists its keys at /auction-api/record-keys
  --json            writes the result as JSON
  --help            shows this text

Exit codes: 0 the record is valid, 1 it is not, 2 it could not be read.`;

const say = createTranslator({
  locale: 'en',
  messages: { fault: en.fault, error: en.error },
  timeZone: 'UTC',
}) as unknown as (key: string, params?: object) => string;

/** Returns a fault as a sentence. */
function faultText({ what, said = '', refusal }: Fault): string {
  const why = refusal ? `: ${say(`error.${refusal.code}`, refusal.params)}` : '';
  return say(`fault.${what}`, { said }) + why;
}

/** The result of a valid record, with the names that people know. */
const resultOf = ({ record: { head, lines, awards }, seal }: ReadRecord) => {
  const names = new Map(head.items.map(({ itemId, name }) => [itemId, name]));
  const aliases = new Map(head.bidders.map(({ bidderId, alias }) => [bidderId, alias]));
  return {
    isValid: true,
    auctionId: head.auctionId,
    title: head.title,
    currency: head.currency,
    entries: lines.length,
    awards: awards.map(({ itemId, bidderId, ranking, quantity, priceCents, amount }) => ({
      item: names.get(itemId) ?? itemId,
      ranking,
      bidder: aliases.get(bidderId) ?? bidderId,
      quantity,
      price: (priceCents / 100).toFixed(2),
      amount,
    })),
    lastHash: lines.at(-1)?.hash ?? null,
    publicKey: seal.publicKey,
  };
};

function tell({ title, entries, awards, currency, lastHash, publicKey }: ReturnType<typeof resultOf>): void {
  console.log(`${title}: ${entries} entries, ${awards.length} awards. The record is valid.`);
  for (const { item, ranking, bidder, quantity, price, amount } of awards)
    console.log(`${item}  #${ranking} ${bidder}: ${quantity} RECs at ${price} ${currency}, ${amount}`);
  console.log(`Last hash: ${lastHash}`);
  console.log(`Signed with the key ${publicKey}. Compare it with the key that the service publishes.`);
}

/** Reads the arguments and the record, tells the result, and returns the exit code. */
function main(): number {
  const options = { key: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) console.log(USAGE);
  if (values.help) return 0;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error(USAGE);
  const judged = judgeRecord(readFileSync(file === '-' ? 0 : file, 'utf8'), RECORD_PROOFS, values.key);
  if ('what' in judged) {
    const { line, what } = judged;
    const fault = faultText(judged);
    if (values.json) console.log(JSON.stringify({ isValid: false, line, code: what, fault }));
    else console.error(`line ${line}: ${fault}`);
    return 1;
  }
  const result = resultOf(judged);
  if (values.json) console.log(JSON.stringify(result));
  else tell(result);
  return 0;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
