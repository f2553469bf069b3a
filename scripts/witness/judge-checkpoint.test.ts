import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCheckpointText, checkpointText } from '#domain/transparency/checkpoint.ts';
import { joinSubtrees, leafHash } from '#domain/transparency/merkle.ts';
import { base64Of, keyIdOf, signatureLine, textOfKey, type NoteKey } from '#domain/transparency/note.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { answerAddCheckpoint } from './judge-checkpoint.ts';
import { openWitnessKey, openWitnessState } from './witness-state.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const EMPTY = sha256(new Uint8Array());
const LEAVES = ['a', 'b', 'c'].map((entry) => leafHash(sha256, Buffer.from(entry)));
const [ONE = EMPTY, TWO = EMPTY] = LEAVES;
const PAIR = joinSubtrees(sha256, [ONE, TWO]);

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
const LOG: NoteKey = { name: 'log.example', type: 'log', publicKey: raw };

let folder: TemporaryFolder;
beforeAll(async () => void (folder = await temporaryFolder('judge')));
afterAll(() => folder.remove());

/** Opens the witness as a new process does, so that it only knows what it stored. */
function openWitness() {
  const state = openWitnessState(folder.path);
  if (!state.find(LOG.name)) {
    const empty = { size: 0, root: base64Of(EMPTY), note: '' };
    state.store(LOG.name, { publicKey: textOfKey(sha256, LOG), ...empty });
  }
  return { key: openWitnessKey(folder.path, 'witness.example'), state };
}

type Asked = { before: number; size: number; root: Uint8Array; proof?: Uint8Array[]; origin?: string };

function ask({ before, size, root, proof = [], origin = LOG.name }: Asked, signed = true): [number, string] {
  const text = checkpointText({ origin, size, root });
  const bytes = new Uint8Array(sign(null, Buffer.from(signed ? text : `${text}other`), privateKey));
  const note = `${text}\n${signatureLine({ name: LOG.name, keyId: keyIdOf(sha256, LOG), bytes })}`;
  const { status, body } = answerAddCheckpoint(openWitness(), addCheckpointText({ before, proof, note }));
  return [status, body];
}

test('a witness answers each request with the status that the specification gives', () => {
  expect(answerAddCheckpoint(openWitness(), 'nonsense').status).toBe(400);
  expect(ask({ before: 0, size: 1, root: ONE, origin: 'other.example' })[0]).toBe(404);
  expect(ask({ before: 0, size: 1, root: ONE }, false)[0]).toBe(403);
  expect(ask({ before: 2, size: 1, root: ONE })[0]).toBe(400);
  expect(ask({ before: 0, size: 0, root: ONE })[0]).toBe(422);
  expect(ask({ before: 0, size: 1, root: ONE, proof: [TWO] })[0]).toBe(422);
  expect(ask({ before: 0, size: 1, root: ONE })).toEqual([200, expect.stringMatching(/^— witness\.example \S+\n$/)]);
});

test('after a restart, it still knows the last size and refuses every way back', () => {
  expect(ask({ before: 0, size: 1, root: ONE })).toEqual([409, '1\n']);
  expect(ask({ before: 1, size: 2, root: PAIR, proof: [TWO] })[0]).toBe(200);
  expect(ask({ before: 1, size: 1, root: ONE })).toEqual([409, '2\n']);
  expect(ask({ before: 2, size: 1, root: ONE })[0]).toBe(400);
  expect(ask({ before: 2, size: 2, root: ONE })[0]).toBe(422);
  expect(ask({ before: 2, size: 2, root: PAIR })[0]).toBe(200);
  expect(ask({ before: 2, size: 3, root: joinSubtrees(sha256, [ONE, TWO]), proof: [TWO] })[0]).toBe(422);
});
