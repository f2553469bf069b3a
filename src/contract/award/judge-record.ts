import { readRecord, type ReadRecord, type RecordSeal } from '#contract/award/record.ts';
import { sealedText, type Fault } from '#domain/record/record.ts';
import { verifyRecord } from '#domain/record/verify-record.ts';

/** Cryptography for verifying. The command line and the browser each bring their own implementation. */
export type Proofs = {
  /** Returns the hash of the text in UTF-8, in hexadecimal. */
  sha256(text: string): string;
  /** Whether the seal's key signed this text. False for an invalid key or signature. */
  isSigned(text: string, seal: RecordSeal): boolean;
};

/**
 * Verifies a record's file by computing everything again (decision 28). The command line and the browser both use this
 * verifier, and there is no other one. If `key` is given, it is the public key that must have signed the record.
 * Returns the first fault, or the record that was read.
 */
export function judgeRecord(text: string, { sha256, isSigned }: Proofs, key?: string): Fault | ReadRecord {
  const read = readRecord(text);
  if ('what' in read) return read;
  const { record, seal, content } = read;
  const fault = verifyRecord(record, sha256);
  if (fault) return fault;
  const sealLine = 1 + record.lines.length + record.awards.length + 1;
  if (!isSigned(sealedText(sha256(content)), seal)) return { line: sealLine, what: 'otherSeal' };
  return key !== undefined && seal.publicKey !== key ? { line: sealLine, what: 'otherKey' } : read;
}
