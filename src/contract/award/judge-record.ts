import { readRecord, type ReadRecord, type RecordSeal } from '#contract/award/record.ts';
import { sealedText, type Fault } from '#domain/record/record.ts';
import { verifyRecord } from '#domain/record/verify-record.ts';

/** What verifying takes besides rules: the command line and the browser each bring their own. */
export type Proofs = {
  /** In hexadecimal, of the text in UTF-8. */
  sha256(text: string): string;
  /** Whether the seal's key signed this text; anything that is no key or signature did not. */
  isSigned(text: string, seal: RecordSeal): boolean;
};

/**
 * A record's file, computed again: the only verifier there is, on the command line and in the browser (decision 28). `key`
 * is the public key that must have sealed it. The first fault, or what was read.
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
