import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { readRecord } from '#contract/award/record.ts';
import { verifyRecord } from '#domain/record/verify-record.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';

/** Folder with records that release 0.1 wrote, under its bidding rules. */
const FOLDER = new URL('releases/records-0.1/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

test.each(readdirSync(FOLDER))('verifies %s by the rules of its time', (file) => {
  const judged = judgeRecord(textOf(file), RECORD_PROOFS);
  expect(judged).not.toHaveProperty('what');
});

/**
 * In both records, a bidder raises the minimum acceptable quantity of a live bid four times. As a result, the bidder's
 * own shield drops out at the end.
 */
test.each(['scripted-forward.jsonl', 'scripted-reverse.jsonl'])('finds in %s what version 2 rejects', (file) => {
  const read = readRecord(textOf(file));
  if ('what' in read) throw new Error(read.what);
  const { head, ...rest } = read.record;
  const found = verifyRecord({ ...rest, head: { ...head, rules: 2 } }, RECORD_PROOFS.sha256);
  expect(found).toMatchObject({ what: 'refused', refusal: { code: 'you_cannot_increase_your_minimum' } });
});
