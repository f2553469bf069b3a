import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createTranslator } from 'use-intl/core';
import { judgeRecord } from '#contract/award/judge-record.ts';
import type { ReadRecord } from '#contract/award/record.ts';
import { decimalsOf } from '#domain/basics/currency.ts';
import { priceFormat, textOfCents } from '#domain/basics/price.ts';
import type { Fault } from '#domain/record/record.ts';
import { judgeLogProof, type ProvenHead } from '#domain/transparency/log-proof.ts';
import { readKey } from '#domain/transparency/note.ts';
import en from '#phrases/en.json' with { type: 'json' };
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { NOTE_CRYPTO } from '#server/transparency-log/note-crypto.ts';
import { compareLog } from './verify/compare-log.ts';
import { compareReceipts } from './verify/compare-receipts.ts';
import { logUrlOf } from './witness/log-files.ts';
import { faultOfTimestamps, judgeTimestamps, TIMESTAMP_FAULTS, type JudgedTimestamp } from './verify/timestamps.ts';

// `npm run verify -- FILE`, and the command of the package in packages/verify: computes an auction again from its record
// alone. It names the first wrong line of a record that is not valid.

const USAGE = `Usage: greenlot-verify FILE [--key=PUBLIC_KEY] [--receipts=FILE] [--proof=FILE] [--witness=KEY]... [--authority=FILE]... [--log=URL] [--json]

Computes a Greenlot auction again from its record, and checks its seal.

  FILE              the record; - reads it from the standard input
  --key=PUBLIC_KEY  the seal must be signed with this key. The platform lists its keys at /auction-api/record-keys
  --receipts=FILE   compares the receipts that a bidder saved with the record
  --proof=FILE      the log proof of the record: its last entry must be in the public log, signed with the same key
  --witness=KEY     a witness that you trust; with it, one of the given witnesses must have signed the log
  --authority=FILE  certificates (PEM) of a time stamp authority that you trust, or the SHA-256 fingerprint of a certificate
                    in its time stamps; with it, one of the given authorities must have signed the time of the log
  --log=URL         reads the public log at the address of a platform; the record must have each head that it ever logged
  --json            writes the result as JSON
  --help            shows this text

Exit codes: 0 the record is valid and fits all that was given, 1 it is not or does not, 2 a file could not be read.`;

const OPTIONS = {
  key: { type: 'string' },
  receipts: { type: 'string' },
  proof: { type: 'string' },
  witness: { type: 'string', multiple: true },
  log: { type: 'string' },
  authority: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const say = createTranslator({
  locale: 'en',
  messages: {
    fault: en.fault,
    logFault: en.logFault,
    error: en.error,
  },
  timeZone: 'UTC',
  formats: { number: { price: priceFormat() } },
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
      price: textOfCents(priceCents, decimalsOf(head.currency)),
      amount,
    })),
    lastHash: lines.at(-1)?.hash ?? null,
    publicKey: seal.publicKey,
  };
};

function tell(
  { title, entries, awards, currency, lastHash, publicKey }: ReturnType<typeof resultOf>,
  more: readonly string[],
): void {
  console.log(`${title}: ${entries} entries, ${awards.length} awards. The record is valid.`);
  for (const { item, ranking, bidder, quantity, price, amount } of awards)
    console.log(`${item}  #${ranking} ${bidder}: ${quantity} RECs at ${price} ${currency}, ${amount}`);
  console.log(`Last hash: ${lastHash}`);
  console.log(`Signed with the key ${publicKey}. Compare it with the key that the service publishes.`);
  for (const line of more) console.log(line);
}

/**
 * Checks the log proof of a record.
 *
 * @throws Error if a key of a witness is malformed
 */
function judgeProof({ record: { head, lines }, seal }: ReadRecord, file: string, witnessKeys: readonly string[]) {
  const last = lines.at(-1);
  const witnesses = witnessKeys.map((text) => {
    const key = readKey(NOTE_CRYPTO.sha256, text);
    if (key?.type !== 'witness') throw new Error(`${text} is not the public key of a witness`);
    return key;
  });
  const expected = {
    head: { auctionId: head.auctionId, seq: last?.line.seq ?? 0, hash: last?.hash ?? '', at: last?.line.at ?? '' },
    publicKey: new Uint8Array(Buffer.from(seal.publicKey, 'base64url')),
    witnesses,
  };
  return judgeLogProof(readFileSync(file, 'utf8'), expected, NOTE_CRYPTO);
}

/** Says where the record is in the log, and who signed it. */
function tellProof({ origin, index, size, cosigners }: ProvenHead, timestamps: readonly JudgedTimestamp[]): void {
  console.log(`The last entry is number ${index} of ${size} in the public log ${origin}, signed with the same key.`);
  for (const { name, at } of cosigners)
    console.log(
      at === null
        ? `The signature of ${name} was not checked. Give its key with --witness.`
        : `The witness ${name} signed this state of the log at ${at}.`,
    );
  for (const { name, at, signer } of timestamps)
    console.log(
      at === null
        ? `The time stamp of ${name} was not checked. Give its certificate with --authority.`
        : `The time stamp authority ${name} (${signer}) signed that this state of the log existed at ${at}.`,
    );
}

/** Reports a fault, and returns the exit code. */
function fail(isJson: boolean | undefined, fault: { line?: number; code: string; fault: string }): number {
  if (isJson) console.log(JSON.stringify({ isValid: false, ...fault }));
  else console.error(`${fault.line === undefined ? 'log proof' : `line ${fault.line}`}: ${fault.fault}`);
  return 1;
}

/** Reads the arguments and the record, tells the result, and returns the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) console.log(USAGE);
  if (values.help) return 0;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error(USAGE);
  if ((values.witness || values.authority) && values.proof === undefined) throw new Error(USAGE);
  const url = values.log === undefined ? undefined : logUrlOf(values.log);
  if (values.log !== undefined && url === undefined) throw new Error(USAGE);
  const judged = judgeRecord(readFileSync(file === '-' ? 0 : file, 'utf8'), RECORD_PROOFS, values.key);
  if ('what' in judged) return fail(values.json, { line: judged.line, code: judged.what, fault: faultText(judged) });
  const proven = values.proof === undefined ? undefined : judgeProof(judged, values.proof, values.witness ?? []);
  if (typeof proven === 'string') return fail(values.json, { code: proven, fault: say(`logFault.${proven}`) });
  const authorities = values.authority ?? [];
  const timestamps = proven ? await judgeTimestamps(proven, authorities) : [];
  const wrong = proven && faultOfTimestamps(timestamps, authorities);
  if (wrong) return fail(values.json, { code: wrong, fault: TIMESTAMP_FAULTS[wrong] });
  const result = resultOf(judged);
  const { receipts: receiptsFile } = values;
  const receipts =
    receiptsFile === undefined ? undefined : await compareReceipts(readFileSync(receiptsFile, 'utf8'), judged);
  const heads = url === undefined ? undefined : await compareLog(judged, url);
  const log = proven && { ...proven, timestamps };
  if (values.json) {
    const found = { ...(receipts && { receipts: receipts.findings }), ...(heads && { heads: heads.findings }) };
    console.log(JSON.stringify({ ...result, ...found, ...(log && { log }) }));
  } else tell(result, [...(receipts?.told ?? []), ...(heads?.told ?? [])]);
  if (proven && !values.json) tellProof(proven, timestamps);
  return receipts?.isFit === false || heads?.isFit === false ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
