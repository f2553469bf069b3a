import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgeRecord } from '#contract/judge-record.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';

/** Records that release 0.1 wrote, under the bidding rules of that release. */
const FOLDER = new URL('releases/records-0.1/', import.meta.url);

test.each(readdirSync(FOLDER))('verifies %s by the rules that it was made by', (file) => {
  const judged = judgeRecord(readFileSync(new URL(file, FOLDER), 'utf8'), RECORD_PROOFS);
  expect(judged).not.toHaveProperty('what');
});
