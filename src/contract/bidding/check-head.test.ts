import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signedHeadText, type SignedHead } from '#domain/record/receipt.ts';
import { checkHead, type WatchedMessage } from '#contract/bidding/check-head.ts';

const { subtle } = globalThis.crypto;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const aKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { publicKey: publicKey.export({ format: 'jwk' }).x ?? '', privateKey };
};
const OURS = aKey();

const LINKS = Array.from({ length: 9 }, (_, at) => sha256(`content ${at}`));
/** Returns the hashes of the lines with these contents. The first hash is before the first line. */
function hashesOf(links: readonly string[]): string[] {
  let hash = '0'.repeat(64);
  return [hash, ...links.map((link) => (hash = sha256(`${hash}\n${link}`)))];
}
const HASHES = hashesOf(LINKS);

function aHead(seq: number, change: Partial<SignedHead> = {}, key = OURS): SignedHead {
  const hash = HASHES[seq] ?? '';
  const head = { auctionId: 'a', seq, hash, time: '2026-03-04T05:06:07.000Z', root: hash, ...change };
  const signature = sign(null, Buffer.from(signedHeadText(head)), key.privateKey).toString('base64url');
  return { ...head, publicKey: key.publicKey, signature };
}

const aDelta = (from: number, seq: number, change: Partial<SignedHead> = {}): WatchedMessage => ({
  kind: 'delta',
  signedHead: aHead(seq, change),
  chain: { from, links: LINKS.slice(from, seq) },
});
const check = async (known: SignedHead | undefined, message: WatchedMessage): Promise<string> =>
  (await checkHead(known, message, subtle)).is;

describe('a page', () => {
  it('trusts the first signed head, and each one that continues it', async () => {
    expect(await checkHead(undefined, aDelta(0, 3), subtle)).toEqual({ is: 'extends', head: aHead(3), isSigned: true });
    expect(await check(aHead(3), aDelta(3, 4))).toBe('extends');
    expect(await check(aHead(3), aDelta(1, 9))).toBe('extends');
  });
  it('asks for the proof that it lacks, and takes no harm from repeats and older frames', async () => {
    expect(await check(aHead(3), { kind: 'snapshot', signedHead: aHead(5) })).toBe('ask');
    expect(await check(aHead(3), aDelta(4, 5))).toBe('ask');
    expect(await check(aHead(3), aDelta(1, 3))).toBe('repeated');
    expect(await check(aHead(5), aDelta(1, 3))).toBe('repeated');
    expect(await check(aHead(3), { kind: 'delta' })).toBe('repeated');
  });
  it.each<[string, WatchedMessage, string?]>([
    ['another line with a known number', { kind: 'delta', signedHead: aHead(3, { hash: 'a'.repeat(64) }) }],
    ['a line in between that was replaced', { ...aDelta(3, 6), chain: { from: 3, links: LINKS.slice(0, 3) } }],
    ['a line that was left out', { ...aDelta(3, 6), chain: { from: 3, links: LINKS.slice(4, 6) } }],
    ['a shorter history', { kind: 'snapshot', signedHead: aHead(2) }, 'removed'],
    ['a history that the server itself calls another one', { ...aDelta(3, 6), isOtherHistory: true }],
  ])('notices %s', async (_, message, proof = 'changed') => {
    expect(await check(aHead(3), message)).toBe(proof);
  });
  it.each<[string, SignedHead, string?]>([
    ['a changed time', { ...aHead(4), time: '2026-03-04T05:06:08.000Z' }],
    ['a signature of something else', { ...aHead(4), signature: aHead(5).signature }],
    ['a signature that is none', { ...aHead(4), signature: 'A' }],
    ['another key', aHead(4, {}, aKey()), 'otherKey'],
    ['the known head with another key', aHead(3, {}, aKey()), 'otherKey'],
  ])('notices %s', async (_, signedHead, proof = 'unsigned') => {
    expect(await check(aHead(3), { ...aDelta(3, 4), signedHead })).toBe(proof);
  });
  it('still checks the hashes in a browser that does not know the signatures', async () => {
    const old = new Proxy(subtle, {
      get: (target, name) =>
        name === 'importKey'
          ? () => Promise.reject(new DOMException('', 'NotSupportedError'))
          : (Reflect.get(target, name) as () => unknown).bind(target),
    });
    expect(await checkHead(aHead(3), aDelta(3, 4), old)).toMatchObject({ is: 'extends', isSigned: undefined });
    const changed = { ...aDelta(3, 6), chain: { from: 3, links: LINKS.slice(0, 3) } };
    expect(await checkHead(aHead(3), changed, old)).toMatchObject({ is: 'changed' });
  });
});
