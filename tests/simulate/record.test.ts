import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { awardsText, headText, linesText, sealLine } from '#contract/award/record.ts';
import { chainHash, FIRST_HASH } from '#domain/bidding/history.ts';
import { sealedText, type AuctionRecord, type RecordedLine } from '#domain/record/record.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { createChance, type Chance } from '#testing/world/chance.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { BROWSER_PROOFS } from '#web/record/browser-proofs.ts';
import { recordOf } from './record-of.ts';
import { simulate } from './simulate.ts';
import { SALT } from './some-auction.ts';

const TAMPERED = 200;

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'jwk' }).x ?? '';

const sealed = ({ head, lines, awards }: AuctionRecord, by = { privateKey, key }): string => {
  const content = headText(head) + linesText(lines) + awardsText(awards);
  const signature = sign(null, Buffer.from(sealedText(sha256(content))), by.privateKey).toString('base64url');
  return content + sealLine({ algorithm: 'Ed25519', publicKey: by.key, signature });
};

let records: AuctionRecord[];

beforeAll(async () => {
  const simulated = await Promise.all([3, 11, 20, 31].map((seed) => simulate(seed)));
  const all = simulated.flatMap(({ auctions }) => auctions.map(recordOf));
  records = all.filter(({ lines, awards }) => lines.length > 20 && awards.length > 1);
});

/**
 * A change by a person who has the file but not the key. `at` is the line that verification must name; undefined if it
 * may name any line.
 */
type Tampering = (lines: string[], chance: Chance) => { lines: string[]; at?: number };

const someIndex = (lines: readonly string[], chance: Chance): number => chance.between(1, lines.length - 2);
const isLine = (text: string | undefined): boolean => text?.startsWith('{"line"') ?? false;

const FIGURES = ['priceCents', 'quantity'] as const;

/** Changes one figure of a line or an award, and nothing else. */
const editFigure: Tampering = (lines, chance) => {
  const index = someIndex(lines, chance);
  const entry = JSON.parse(lines[index] ?? '') as Record<string, Record<string, number | null>>;
  const inside = entry['line'] ?? entry['award'] ?? {};
  const figure = chance.one(FIGURES);
  inside[figure] = (inside[figure] ?? 0) + 10;
  return { lines: lines.with(index, JSON.stringify(entry)), at: index + 1 };
};

const remove: Tampering = (lines, chance) => {
  const index = someIndex(lines, chance);
  // Returns no `at`: if the last line of the history or the awards is removed, the fault is in the next line.
  return { lines: lines.toSpliced(index, 1) };
};

const swap: Tampering = (lines, chance) => {
  const index = chance.between(1, lines.filter(isLine).length - 1);
  const [one = '', other = ''] = [lines[index], lines[index + 1]];
  return { lines: lines.with(index, other).with(index + 1, one), at: index + 1 };
};

const repeat: Tampering = (lines, chance) => {
  const index = someIndex(lines, chance);
  return { lines: lines.toSpliced(index, 0, lines[index] ?? '') };
};

const editHead: Tampering = (lines, chance) => {
  const entry = JSON.parse(lines[0] ?? '') as { head: Record<string, unknown> };
  const [field, value] = chance.one<[string, unknown]>([
    ['title', 'Another auction'],
    ['tickCents', 7],
    ['sellerFeeHundredths', 4_321],
    ['auctionEndsAt', '2030-01-01T00:00:00.000Z'],
    ['bidders', []],
    ['items', []],
  ]);
  entry.head[field] = value;
  return { lines: lines.with(0, JSON.stringify(entry)) };
};

/** The cleverest change: every hash after the edit is computed again. Only the signature still needs the key. */
const editAndChainAnew: Tampering = (lines, chance) => {
  const history = lines.filter(isLine).map((text) => JSON.parse(text) as RecordedLine);
  const index = chance.below(history.length);
  const reason = `tampered ${index}`;
  let hash = FIRST_HASH;
  const chained = history.map(({ line }, at) => {
    const told = at === index ? { ...line, reason } : line;
    hash = chainHash(hash, told, sha256, SALT);
    return JSON.stringify({ line: told, hash });
  });
  return { lines: [lines[0] ?? '', ...chained, ...lines.slice(1 + chained.length)] };
};

const editSeal: Tampering = (lines) => {
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
  return { lines: lines.map((text) => text.replace(key, other)), at: lines.length };
};

const TAMPERINGS = { editFigure, remove, swap, repeat, editHead, editAndChainAnew, editSeal };

const PROOFS = { 'the command line': RECORD_PROOFS, 'the browser': BROWSER_PROOFS };

describe.each(Object.entries(PROOFS))('with what %s has to verify', (_, proofs) => {
  test('an original record verifies', () => {
    expect(records.length).toBeGreaterThan(2);
    for (const record of records) expect(judgeRecord(sealed(record), proofs, key)).toMatchObject({ record });
  });

  test(`${TAMPERED} tampered records are all found, with the wrong entry`, () => {
    const chance = createChance(7);
    const passed: string[] = [];
    for (let tries = 0; tries < TAMPERED; tries += 1) {
      const [name, tamper] = Object.entries(TAMPERINGS)[tries % Object.keys(TAMPERINGS).length] ?? [];
      const whole = sealed(chance.one(records)).split('\n').slice(0, -1);
      const { lines, at } = tamper?.(whole, chance) ?? { lines: whole };
      const judged = judgeRecord(`${lines.join('\n')}\n`, proofs, key);
      if (!('what' in judged)) passed.push(`${name} was not found`);
      else if (at !== undefined && judged.line !== at)
        passed.push(`${name} at ${at}, not ${judged.line} (${judged.what})`);
    }
    expect(passed).toEqual([]);
  });

  test('a record sealed with another key is found by the key', () => {
    const own = generateKeyPairSync('ed25519');
    const by = { privateKey: own.privateKey, key: own.publicKey.export({ format: 'jwk' }).x ?? '' };
    const [record] = records;
    if (!record) throw new Error('no record');
    const text = sealed({ ...record, awards: record.awards.slice(0, -1) }, by);
    expect(judgeRecord(text, proofs)).toHaveProperty('what');
    expect(judgeRecord(sealed(record, by), proofs, key)).toMatchObject({ what: 'otherKey' });
    expect(judgeRecord(sealed(record, by), proofs)).toMatchObject({ record });
  });

  test('a file that is no record is reported', () => {
    for (const text of ['', '\n', 'hello\n', '{}\n{}\n', `${sealed(records[0] as AuctionRecord)}x`])
      expect(judgeRecord(text, proofs)).toHaveProperty('what');
  });
});
