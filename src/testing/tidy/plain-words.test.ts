import { describe, expect, test } from 'vitest';
import { readTerms, replacedInPhrases, replacedNames, unpairedPhrases, wrongTerms } from '#testing/tidy/glossary.ts';
import { offences, parseSource } from '#testing/tidy/source.ts';
import { turns, turnsInDocument } from '#testing/tidy/turns.ts';

const terms = readTerms(`
| Term | Meaning | 中文 | Not | In |
| ---- | ------- | ---- | --- | -- |
| sell order | An offer. | 挂牌 | listing, 卖单, \`Offer\` | \`server/marketplace\` |
| company | A business. | 企业、贵公司 | 公司 | \`server/company\` |
`);

describe('the rows of the glossary', () => {
  test('are read with their words', () => {
    expect(terms).toEqual([
      { term: 'sell order', chinese: ['挂牌'], insteadOf: ['listing', '卖单', '`Offer`'], place: 'server/marketplace' },
      { term: 'company', chinese: ['企业', '贵公司'], insteadOf: ['公司'], place: 'server/company' },
    ]);
  });

  test('are wrong with two rows, no Chinese word, an unknown folder, or a replaced word that is a term', () => {
    const odd = [...terms, { term: 'company', chinese: [], insteadOf: ['sell order'], place: 'server/firm' }];
    expect(wrongTerms(odd, (path) => path !== 'src/server/firm')).toEqual([
      'company: has two rows; merge them',
      'company: add its Chinese word',
      'company: src/server/firm does not exist; name the folder it is in',
      'company: replaces sell order, which is a term too',
    ]);
  });
});

describe('the words of phrases', () => {
  const found = (en: string, zh: string): string[] => replacedInPhrases(terms, { a: { b: en } }, { a: { b: zh } });

  test('are compared with the glossary', () => {
    expect(found('Two Listings', '挂牌')).toEqual(['en a.b: “listing”, say “sell order”']);
    expect(found('Sell orders', '两个卖单')).toEqual(['zh a.b: “卖单”, say “挂牌”']);
    expect(found('Enlistings for {listing}', '企业')).toEqual([]);
  });

  test('may contain a replaced word inside the right one', () => {
    expect(found('Your company', '贵公司')).toEqual([]);
    expect(found('Your company', '贵公司和公司')).toEqual(['zh a.b: “公司”, say “企业” or “贵公司”']);
  });

  test('are compared between the languages', () => {
    const unpaired = (en: string, zh: string): string[] => unpairedPhrases(terms, { b: en }, { b: zh });
    expect(unpaired('Cancel the sell order', '取消挂牌')).toEqual([]);
    expect(unpaired('All Sell Orders', '全部卖单')).toEqual(['b: says “sell order”, its Chinese lacks “挂牌”']);
    expect(unpaired('Order', '卖单')).toEqual([]);
  });
});

test('names in code are compared with the glossary', () => {
  const inCode = (text: string): string[] => offences([parseSource('src/web/a.ts', text)], replacedNames(terms));
  expect(inCode('type Offer = { price: number };')).toEqual([
    'src/web/a.ts:1 is named Offer: GLOSSARY.md calls it “sell order”',
  ]);
  expect(inCode("const offers = 'Offer';")).toEqual([]);
});

describe('turns that are read twice', () => {
  const inComment = (text: string): string[] => offences([parseSource('src/web/a.ts', text)], turns);

  test.each([
    ['// Whoever bids late is told so.'],
    ['// What the passing of time asks for, and mails.'],
    ['/** Reads the room anew. */'],
    ['/**\n * Starts.\n *\n * Who bids late gets an answer.\n */'],
    ['// As the row stands in the table.'],
    ['// Keeps the row so long, then deletes it.'],
  ])('are found in %s', (text) => {
    expect(inComment(`${text}\nconst a = 1;`)).not.toEqual([]);
  });

  test.each([
    ['// A late bidder gets the time of receipt.'],
    ['// What ends a room? The closing.'],
    ['// Reads the rows again, so long names are cut as often as needed.'],
    ['/**\n * The bid tells\n * who placed it.\n */'],
    ["const words = 'Whoever bids anew';"],
  ])('are not found in %s', (text) => {
    expect(inComment(`${text}\nconst b = 1;`)).toEqual([]);
  });

  test('are found in documents, but not in code that they quote', () => {
    expect(turnsInDocument('a.md', 'One.\n\nThe room is read anew.')).toEqual(['a.md:3 “anew”: say “again”']);
    expect(turnsInDocument('a.md', 'Run `npm run anew`.\n\n```\nanew\n```\n')).toEqual([]);
  });
});
