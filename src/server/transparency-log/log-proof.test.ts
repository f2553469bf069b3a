import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getRecordAsUser, readRecord } from '#contract/award/record.ts';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { getLogProofAsAdmin, getLogProofAsUser } from '#contract/transparency-log.ts';
import { judgeLogProof, readLogProof } from '#domain/transparency/log-proof.ts';
import {
  cosignatureBytes,
  cosignedMessage,
  keyIdOf,
  readNote,
  signatureLine,
  textOfKey,
  type NoteKey,
} from '#domain/transparency/note.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { NOTE_CRYPTO } from '#server/transparency-log/note-crypto.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let folder: TemporaryFolder;
let owner: SignedIn;
let anna: SignedIn;
let auction: TestAuction;
let [recordText, proofText]: string[] = [];

beforeAll(async () => {
  w = await world();
  folder = await temporaryFolder('proof');
  const admin = await w.signedIn({ role: 'Admin' });
  [owner, anna] = [await w.signedIn(), await w.signedIn()];
  auction = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    endsIn: 8,
    bidders: [{ person: anna }],
  });
  const bid = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity: 600, bidderPartialFulfillment: true };
  await w.call(anna, placeInitialBids, { params: params(), body: { bids: [bid] } });
  expect((await w.call(admin, getLogProofAsAdmin, { params: params() })).code).toBe('results_not_ready');
  const codes = new Set<string>();
  const ask = async (): Promise<boolean> => {
    const { code, text } = await w.call(owner, getLogProofAsUser, { params: params() });
    codes.add(code);
    if (code === 'Success') proofText = text;
    return code === 'Success';
  };
  await vi.waitUntil(ask, { timeout: 60_000, interval: 50 });
  // The log takes a second to hold the last entry of a result that is there already.
  expect([...codes]).toContain('log_proof_not_ready');
  recordText = (await w.call(owner, getRecordAsUser, { params: params() })).text;
});
afterAll(async () => {
  await w.end();
  await folder.remove();
});

const params = () => ({ id: auction.auctionId });

/** Returns what the reader of the record knows. */
function expected(witnesses: readonly NoteKey[] = []) {
  const read = readRecord(recordText ?? '');
  if ('what' in read) throw new Error(read.what);
  const last = read.record.lines.at(-1);
  if (!last) throw new Error('no line');
  const publicKey = new Uint8Array(Buffer.from(read.seal.publicKey, 'base64url'));
  const { seq, at } = last.line;
  return { head: { auctionId: auction.auctionId, seq, hash: last.hash, at }, publicKey, witnesses };
}

/** Returns a witness, and a function that adds its signature to a proof. */
function aWitness(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
  const key: NoteKey = { name, type: 'witness', publicKey: raw };
  const signOn = (proof: string, seconds = 1_800_000_000): string => {
    const text = readNote(readLogProof(proof)?.note ?? '')?.text ?? '';
    const bytes = cosignatureBytes(seconds, sign(null, cosignedMessage(text, 1_800_000_000), privateKey));
    return proof + signatureLine({ name, keyId: keyIdOf(sha256Bytes, key), bytes });
  };
  return { key, signOn };
}

const judge = (text: string, witnesses: readonly NoteKey[] = []) =>
  judgeLogProof(text, expected(witnesses), NOTE_CRYPTO);

test('the last entry of the record is in the log, which the key of the record signed', () => {
  expect(judge(proofText ?? '')).toMatchObject({ origin: 'greenlot.test/log', cosigners: [] });
});

test('bidders without a bid and others get no proof', async () => {
  const stranger = await w.signedIn();
  expect((await w.call(stranger, getLogProofAsUser, { params: params() })).status).toBe(404);
});

test('a witness that the reader trusts is named with its time, an unknown one only by its name', () => {
  const [known, unknown] = [aWitness('witness.example'), aWitness('other.example')];
  const text = unknown.signOn(known.signOn(proofText ?? ''));
  expect(judge(text, [known.key])).toMatchObject({
    cosigners: [
      { name: 'witness.example', at: '2027-01-15T08:00:00.000Z' },
      { name: 'other.example', at: null },
    ],
  });
  expect(judge(proofText ?? '', [known.key])).toBe('noWitness');
  expect(judge(unknown.signOn(proofText ?? ''), [known.key])).toBe('noWitness');
  expect(judge(known.signOn(proofText ?? '', 1_800_000_001), [known.key])).toBe('wrongWitness');
});

test('each forgery of a proof is found', async () => {
  const proof = proofText ?? '';
  expect(judge('')).toBe('malformed');
  expect(judge(proof.replace('index ', 'index 0'))).toBe('malformed');
  expect(judge(proof.replace(/^index .*$/m, 'index 999'))).toBe('notIncluded');
  expect(judge(proof.replace('greenlot.test/log\n', 'other.test/log\n'))).toBe('notSigned');
  const { head, publicKey } = expected();
  const rewritten = { ...head, hash: 'a'.repeat(64) };
  const judged = (given: object) => judgeLogProof(proof, { head, publicKey, witnesses: [], ...given }, NOTE_CRYPTO);
  expect(judged({ head: rewritten })).toBe('otherEntry');
  expect(judged({ publicKey: aWitness('x').key.publicKey })).toBe('notSigned');
  // An operator that writes another head into the proof cannot put it into the signed tree.
  const extra = Buffer.from(
    Buffer.from(/^extra (.*)$/m.exec(proof)?.[1] ?? '', 'base64')
      .toString()
      .replace(head.hash, rewritten.hash),
  ).toString('base64');
  const forged = proof.replace(/^extra .*$/m, `extra ${extra}`);
  expect(judgeLogProof(forged, { head: rewritten, publicKey, witnesses: [] }, NOTE_CRYPTO)).toBe('notIncluded');
});

/** Runs `npm run verify`. */
const verify = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ['scripts/verify.ts', ...args]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );

test('the command line checks a record with its proof and the keys of witnesses', async () => {
  const [record, proof] = [join(folder.path, 'record.jsonl'), join(folder.path, 'record.tlog-proof')];
  const witness = aWitness('witness.example');
  writeFileSync(record, recordText ?? '');
  writeFileSync(proof, witness.signOn(proofText ?? ''));
  const unknown = await verify(record, '--proof', proof);
  expect(unknown).toMatchObject({ code: 0, said: expect.stringContaining('in the public log greenlot.test/log') });
  expect(unknown.said).toContain('The signature of witness.example was not checked');
  const key = `--witness=${textOfKey(sha256Bytes, witness.key)}`;
  expect((await verify(record, '--proof', proof, key)).said).toContain('The witness witness.example signed');
  writeFileSync(proof, (proofText ?? '').replace(/^index .*$/m, 'index 999'));
  expect(await verify(record, '--proof', proof)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^log proof: /),
  });
  expect((await verify(record, '--proof', proof, '--witness=nothing')).code).toBe(2);
  expect((await verify(record, key)).code).toBe(2);
});

test('no entry of the log names a person or a company', async () => {
  const { rows } = await sql<{ entry: string }>`select entry from log_entry`.execute(w.database.db);
  for (const { entry } of rows)
    for (const { username, accountId, userId } of [owner, anna])
      for (const secret of [username, accountId, userId, auction.auctionId]) expect(entry).not.toContain(secret);
});
