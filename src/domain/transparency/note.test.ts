import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  checkpointText,
  addCheckpointText,
  readAddCheckpoint,
  readCheckpoint,
} from '#domain/transparency/checkpoint.ts';
import {
  checkSignature,
  cosignatureBytes,
  cosignedMessage,
  keyIdOf,
  readKey,
  readNote,
  signatureLine,
  textOfKey,
  textOfNote,
  type NoteCrypto,
  type NoteKey,
} from '#domain/transparency/note.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const crypto: NoteCrypto = {
  sha256,
  isSigned(message, { publicKey, signature }) {
    const x = Buffer.from(publicKey).toString('base64url');
    return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
  },
};

/** The example of c2sp.org/signed-note. */
const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const NOTE =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

const known = (text: string): NoteKey => {
  const key = readKey(sha256, text);
  if (!key) throw new Error('no key');
  return key;
};
const noteFrom = (text: string) => {
  const note = readNote(text);
  if (!note) throw new Error('no note');
  return note;
};

test('the example of the specification verifies with its key, and is written again byte for byte', () => {
  const note = noteFrom(NOTE);
  expect(checkSignature(crypto, note, known(KEY))).toEqual({ seconds: null });
  expect(textOfNote(note)).toBe(NOTE);
  expect(textOfKey(sha256, known(KEY))).toBe(KEY);
});

test('a changed text is wrong, and a signature of another key is missing', () => {
  const changed = noteFrom(NOTE.replace('example message', 'exemplary message'));
  expect(checkSignature(crypto, changed, known(KEY))).toBe('wrong');
  expect(checkSignature(crypto, noteFrom(NOTE), { ...known(KEY), name: 'example.com/bar' })).toBe('missing');
});

test.each([
  ['a damaged id', KEY.replace('530d903a', '530d903b')],
  ['another kind of key', KEY.replace('AekyeRrm', 'CekyeRrm')],
  ['no name', KEY.replace('example.com/foo', '')],
  ['no key', 'example.com/foo+530d903a+'],
])('a verifier key with %s is refused', (_, text) => {
  expect(readKey(sha256, text)).toBe(undefined);
});

test.each([
  ['no signature', 'text\n\n'],
  ['no empty line', 'text\n— a AAAAAAA=\n'],
  ['a control character', NOTE.replace('example', 'exa\u0007mple')],
  ['a line that is no signature', `${NOTE}- a b\n`],
  ['a cut end', NOTE.slice(0, -1)],
])('a note with %s is refused', (_, text) => {
  expect(readNote(text)).toBe(undefined);
});

/** The example of c2sp.org/tlog-cosignature: its text, and the time in its signature. */
const CHECKPOINT = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';

test('the message and the time of a cosignature are those of the specification', () => {
  expect(Buffer.from(cosignedMessage(CHECKPOINT, 1_679_315_147)).toString()).toBe(
    `cosignature/v1\ntime 1679315147\n${CHECKPOINT}`,
  );
  expect(Buffer.from(cosignatureBytes(1_679_315_147, new Uint8Array(0))).toString('hex')).toBe('00000000641850cb');
});

test('a cosignature verifies with the key of its witness only, and states its time', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
  const key: NoteKey = { name: 'witness.example/w1', type: 'witness', publicKey: raw };
  const signature = new Uint8Array(sign(null, cosignedMessage(CHECKPOINT, 7), privateKey));
  const line = (seconds: number): string =>
    signatureLine({ name: key.name, keyId: keyIdOf(sha256, key), bytes: cosignatureBytes(seconds, signature) });
  expect(checkSignature(crypto, noteFrom(`${CHECKPOINT}\n${line(7)}`), key)).toEqual({ seconds: 7 });
  expect(checkSignature(crypto, noteFrom(`${CHECKPOINT}\n${line(8)}`), key)).toBe('wrong');
  expect(checkSignature(crypto, noteFrom(`${CHECKPOINT}\n${line(7)}`), { ...key, type: 'log' })).toBe('missing');
});

test('a checkpoint is read and written as the specification shows it', () => {
  const read = readCheckpoint(CHECKPOINT);
  expect(read).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  expect(read && checkpointText(read)).toBe(CHECKPOINT);
  expect(readCheckpoint(`${CHECKPOINT}an extension\n`)).toMatchObject({ size: 20_852_163 });
});

test.each([
  ['a leading zero', CHECKPOINT.replace('20852163', '020852163')],
  ['a short root', CHECKPOINT.replace('CsUYapGG', '')],
  ['no origin', CHECKPOINT.slice(CHECKPOINT.indexOf('\n'))],
  ['an empty extension', `${CHECKPOINT}\n`],
  ['a negative size', CHECKPOINT.replace('20852163', '-1')],
])('a checkpoint with %s is refused', (_, text) => {
  expect(readCheckpoint(text)).toBe(undefined);
});

test('a request to a witness is read and written, and refused if it is malformed', () => {
  const hash = sha256(new Uint8Array());
  const request = { before: 3, proof: [hash, hash], note: NOTE };
  expect(readAddCheckpoint(addCheckpointText(request))).toEqual(request);
  expect(readAddCheckpoint(addCheckpointText({ ...request, before: 0, proof: [] }))).toEqual({
    ...request,
    before: 0,
    proof: [],
  });
  expect(readAddCheckpoint('old 03\n\ntext')).toBe(undefined);
  expect(readAddCheckpoint('old 3\nAAAA\n\ntext')).toBe(undefined);
  expect(readAddCheckpoint(addCheckpointText({ ...request, proof: Array.from({ length: 64 }, () => hash) }))).toBe(
    undefined,
  );
});
