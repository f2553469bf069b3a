import { readFileSync } from 'node:fs';
import { judgeRecord } from '#contract/award/judge-record.ts';
import type { ReadRecord } from '#contract/award/record.ts';
import { RECORD_PROOFS, faultText } from '#server/award/record-proofs.ts';

// `npm run verify -- FILE [--key PUBLIC_KEY]`: computes an auction again from its record alone. If the record is valid,
// the command prints the awards and exits with 0. If not, it names the first wrong line and exits with 1. With `--key`,
// the seal must be signed with that key.

function tell({ record: { head, lines, awards }, seal }: ReadRecord): void {
  const names = new Map(head.items.map(({ itemId, name }) => [itemId, name]));
  const aliases = new Map(head.bidders.map(({ bidderId, alias }) => [bidderId, alias]));
  console.log(`${head.title}: ${lines.length} entries, ${awards.length} awards. The record is valid.`);
  for (const { itemId, bidderId, ranking, quantity, priceCents, amount } of awards) {
    const price = (priceCents / 100).toFixed(2);
    console.log(
      `${names.get(itemId)}  #${ranking} ${aliases.get(bidderId)}: ${quantity} RECs at ${price} ${head.currency}, ${amount}`,
    );
  }
  console.log(`Last hash: ${lines.at(-1)?.hash}`);
  console.log(`Signed with the key ${seal.publicKey}. Compare it with the key that the service publishes.`);
}

const [file] = process.argv.slice(2);
const keyAt = process.argv.indexOf('--key');
if (file === undefined) throw new Error('Usage: npm run verify -- FILE [--key PUBLIC_KEY]');
const judged = judgeRecord(readFileSync(file, 'utf8'), RECORD_PROOFS, keyAt < 0 ? undefined : process.argv[keyAt + 1]);
if ('what' in judged) console.error(`line ${judged.line}: ${faultText(judged)}`);
else tell(judged);
process.exitCode = 'what' in judged ? 1 : 0;
