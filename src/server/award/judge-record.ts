import { createHash, createPublicKey, verify } from 'node:crypto';
import { readRecord, type ReadRecord } from '#contract/record.ts';
import { sealedText } from '#domain/record/record.ts';
import { verifyRecord, type Fault } from '#domain/record/verify-record.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A record's file, computed again; `key` is the public key that must have sealed it. The first fault, or what was read. */
export function judgeRecord(text: string, key?: string): Fault | ReadRecord {
  const read = readRecord(text);
  if ('what' in read) return read;
  const fault = verifyRecord(read.record, sha256);
  if (fault) return fault;
  const sealLine = text.split('\n').length - 1;
  if (!isSealed(read)) return { line: sealLine, what: 'the seal does not fit what stands above it' };
  const isOther = key !== undefined && read.seal.publicKey !== key;
  return isOther ? { line: sealLine, what: 'it is sealed with another key' } : read;
}

function isSealed({ seal, content }: ReadRecord): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: seal.publicKey }, format: 'jwk' });
    return verify(null, Buffer.from(sealedText(sha256(content))), key, Buffer.from(seal.signature, 'base64url'));
  } catch {
    return false;
  }
}
