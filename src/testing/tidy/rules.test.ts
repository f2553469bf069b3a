import { describe, expect, test } from 'vitest';
import { fileBudget, functionBudget } from '#testing/tidy/budgets.ts';
import { anchorsOf, citations, wrongCitations } from '#testing/tidy/citations.ts';
import { circlesOf } from '#testing/tidy/circles.ts';
import { clock, purity, storage } from '#testing/tidy/calls.ts';
import { keysOf, unsaidCodes, unusedPhrases } from '#testing/tidy/catalogues.ts';
import { decisionRows, indexRows, silentAboutChanges } from '#testing/tidy/decisions.ts';
import { foldersOf, mappedFolders, notShipped, unexplained, unknownDecisions } from '#testing/tidy/documents.ts';
import { lazyFiles, unusedExports, unusedFiles } from '#testing/tidy/exports.ts';
import { goneFeatures, imports } from '#testing/tidy/imports.ts';
import { endsOfPaths, missingInComments, missingInDocument } from '#testing/tidy/paths.ts';
import { crowdedFolders } from '#testing/tidy/rooms.ts';
import { offScale, rawColours } from '#testing/tidy/scales.ts';
import { offences, parseSource, type Rule } from '#testing/tidy/source.ts';
import { strangersToTables } from '#testing/tidy/tables.ts';
import { defaults, forbidden, handedOn, names, promises, phraseNames, silence, wordless } from '#testing/tidy/words.ts';

/**
 * A file that a rule must forbid or allow. Every rule is tested with both kinds, because a rule that finds nothing
 * would look as if everyone obeyed it.
 */
type Case = readonly [path: string, text: string];

/** Returns a case with its title. The title shortens the filler of a long sample. */
const told = ([path, text]: Case) =>
  [`${path}: ${text.replaceAll(/(\s*let a\d+ = \d+;)+/g, ' … ').replaceAll('\n', ' ')}`, path, text] as const;

function check(rule: Rule, { wrong, right }: { wrong: readonly Case[]; right: readonly Case[] }): void {
  test.each(wrong.map(told))('forbids %s', (_, path, text) => {
    expect(offences([parseSource(path, text)], rule)).toEqual([expect.stringContaining(`${path}:`)]);
  });
  test.each(right.map(told))('allows %s', (_, path, text) => {
    expect(offences([parseSource(path, text)], rule)).toEqual([]);
  });
}

const take = (target: string): string => `import { it } from '${target}';`;
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `let a${at} = ${at};`).join('\n');

test('an offense names the line', () => {
  const source = parseSource('src/domain/award/a.ts', '\n\nconst now = Date.now();');
  expect(offences([source], purity)).toEqual([
    'src/domain/award/a.ts:3 the domain may not read Date.now; pass the result as an argument',
  ]);
});

describe('imports between layers', () => {
  check(imports, {
    wrong: [
      ['src/domain/award/a.ts', take('#contract/award/award.ts')],
      ['src/domain/award/a.ts', take('zod/mini')],
      ['src/domain/award/a.ts', take('node:crypto')],
      ['src/contract/award/award.ts', take('#server/award/close.ts')],
      ['src/contract/award/award.ts', take('#phrases/en.json')],
      ['src/contract/award/award.ts', take('fastify')],
      ['src/phrases/catalogue.ts', take('#contract/errors/errors.ts')],
      ['src/server/award/close.ts', take('#web/award/page.tsx')],
      ['src/server/award/close.ts', take('react')],
      ['src/web/award/page.tsx', take('#server/award/close.ts')],
      ['src/web/award/page.tsx', take('kysely')],
      ['src/web/award/page.tsx', 'const later = () => import("#server/award/close.ts");'],
      ['src/web/award/page.tsx', 'export { it } from "#server/award/close.ts";'],
      ['src/server/award/close.ts', take('#testing/world/world.ts')],
      ['src/server/award/close.ts', take('./room.ts')],
      ['src/server/award/close.ts', take('../../domain/award/a.ts')],
    ],
    right: [
      ['src/domain/award/a.ts', take('#domain/basics/price.ts')],
      ['src/contract/award/award.ts', `${take('#domain/award/a.ts')}${take('zod/mini')}`],
      ['src/server/award/close.ts', `${take('#contract/award/award.ts')}${take('kysely')}${take('node:crypto')}`],
      ['src/web/award/page.tsx', `${take('#phrases/en.json')}${take('react')}${take('./page.module.css')}`],
      ['src/server/award/close.test.ts', `${take('#testing/world/world.ts')}${take('vitest')}`],
      ['src/testing/world/world.ts', `${take('#server/compose.ts')}${take('#web/paths.ts')}`],
    ],
  });
});

describe('imports between features', () => {
  check(imports, {
    wrong: [
      ['src/server/platform/http/http.ts', take('#server/award/close.ts')],
      ['src/web/platform/calls/api.ts', take('#web/award/page.tsx')],
      ['src/web/platform/calls/api.ts', take('#web/design/table.tsx')],
      ['src/web/design/table.tsx', take('#web/award/page.tsx')],
      ['src/server/tick/a.ts', take('#server/award/close.ts')],
      ['src/server/room/store/a.ts', take('#server/auction/parts.ts')],
      ['src/server/newcomer/a.ts', take('#server/award/close.ts')],
      ['src/web/award/page.tsx', take('#web/marketplace/page.tsx')],
      ['src/server/platform/a.test.ts', take('#server/award/close.ts')],
      ['src/server/award/a.ts', take('#server/bidder/bidder-rows.ts')],
    ],
    right: [
      ['src/server/award/close.ts', `${take('#server/platform/http/http.ts')}${take('#server/award/award-rows.ts')}`],
      ['src/server/award/close.ts', take('#server/room/rooms.ts')],
      ['src/server/award/close.ts', take('#server/auction/auction-rows.ts')],
      ['src/server/compose.ts', take('#server/award/close.ts')],
      ['src/server/tick/a.test.ts', take('#server/award/close.ts')],
      ['src/web/design/table.tsx', take('#web/platform/phrases/words.tsx')],
      ['src/web/routes/login.tsx', take('#web/identity/login-page.tsx')],
      ['src/domain/award/a.ts', take('#domain/bidding/rank.ts')],
    ],
  });

  test('a deleted feature must leave the order', () => {
    const gone = (feature: string) => `src/server/${feature} does not exist; remove it from ORDER of imports.ts`;
    expect(goneFeatures(['src/server/tick/a.ts'])).toContain(gone('award'));
    expect(goneFeatures(['src/server/tick/a.ts'])).not.toContain(gone('tick'));
  });
});

describe('purity', () => {
  check(purity, {
    wrong: [
      ['src/domain/award/a.ts', 'await it;'],
      ['src/domain/award/a.ts', 'const a = async () => 1;'],
      ['src/domain/award/a.ts', 'async function a() {}'],
      ['src/domain/award/a.ts', 'const now = Date.now();'],
      ['src/domain/award/a.ts', 'const now = new Date();'],
      ['src/domain/award/a.ts', 'const now = Date();'],
      ['src/domain/award/a.ts', 'const dice = Math.random;'],
      ['src/domain/award/a.ts', 'const all = process.env;'],
      ['src/domain/award/a.ts', 'const since = performance.now();'],
      ['src/domain/award/a.ts', 'const way = { process };'],
    ],
    right: [
      ['src/domain/award/a.ts', 'const then = new Date(atMs); const step = { process: 1 }.process;'],
      ['src/domain/award/a.test.ts', 'const now = Date.now();'],
      ['src/server/award/close.ts', 'await it;'],
    ],
  });
});

describe('clock, randomness and environment', () => {
  check(clock, {
    wrong: [
      ['src/server/award/close.ts', 'const now = Date.now();'],
      ['src/server/award/close.ts', 'const all = process.env;'],
      ['src/web/award/page.tsx', 'const now = new Date();'],
      ['src/web/award/page.tsx', 'const dice = Math.random();'],
      ['src/contract/award/award.ts', 'const now = Date();'],
    ],
    right: [
      ['src/server/award/close.ts', 'const then = new Date(atMs);'],
      ['src/server/platform/config/config.ts', 'const all = process.env;'],
      ['src/server/demo/bot.ts', 'const now = Date.now();'],
      ['src/web/platform/clock/clock.ts', 'const now = Date.now();'],
      ['src/server/award/close.test.ts', 'const now = Date.now();'],
      ['bench/bids.ts', 'const now = Date.now();'],
      ['playwright.config.ts', 'const all = process.env;'],
    ],
  });
});

describe('browser storage', () => {
  check(storage, {
    wrong: [
      ['src/web/award/page.tsx', "localStorage.setItem('seen', '1');"],
      ['src/web/award/page.tsx', "globalThis.sessionStorage.removeItem('seen');"],
      ['src/web/award/page.tsx', "const found = window['localStorage'], a = localStorage;"],
      ['src/web/main.tsx', "document.cookie = 'seen=1';"],
    ],
    right: [
      ['src/web/platform/storage/browser-storage.ts', "localStorage.setItem('seen', '1');"],
      ['src/web/award/page.test.tsx', "localStorage.setItem('seen', '1');"],
      ['tests/e2e/people/session.e2e.ts', "localStorage.setItem('seen', '1');"],
    ],
  });
});

describe('sizes of files', () => {
  check(fileBudget, {
    wrong: [['src/server/award/close.ts', lines(251)]],
    right: [
      ['src/server/award/close.ts', lines(250)],
      ['src/server/award/close.test.ts', lines(251)],
      ['src/contract/award/award.ts', `${lines(251)}\nconst a = route('GET /a', {});`],
    ],
  });
});

describe('folders', () => {
  const named = (count: number, path: (at: number) => string) => Array.from({ length: count }, (_, at) => path(at));

  test.each(['src/web/design', 'tests/e2e', 'decisions'])('forbids 31 files in %s', (folder) =>
    expect(crowdedFolders(named(31, (at) => `${folder}/a${at}.${folder === 'tests/e2e' ? 'e2e.ts' : 'ts'}`))).toEqual([
      `${folder} holds 31 files; divide it: the limit is 30`,
    ]),
  );

  test('allows 30, not counting tests and subfolders', () => {
    const paths = ['src/web/design/a', 'src/web/design/lists/a'].flatMap((start) =>
      named(30, (at) => `${start}${at}.ts`).concat(named(9, (at) => `${start}${at}.test.ts`)),
    );
    expect(crowdedFolders(paths)).toEqual([]);
  });
});

describe('circles of imports', () => {
  const among = (...files: readonly Case[]) => circlesOf(files.map(([path, text]) => parseSource(path, text)));
  const [a, b] = ['src/web/award/a.ts', 'src/web/award/b.ts'];

  test.each([
    take('#web/award/a.ts'),
    "import type { It } from '#web/award/a.ts';",
    "const later = () => import('#web/award/a.ts');",
    "export { it } from '#web/award/a.ts';",
  ])('forbids %s in a file that the other one imports', (back) =>
    expect(among([a, take('#web/award/b.ts')], [b, back])).toEqual([
      `${a} → ${b} → ${a}; move what both need to another file`,
    ]),
  );

  test('allows two import paths to one file', () =>
    expect(among([a, take('#web/award/b.ts') + take('#web/award/c.ts')], [b, take('#web/award/c.ts')])).toEqual([]));
});

describe('tables', () => {
  const tables = new Set(['watch', 'template']);
  const strangers = (path: string, text: string) =>
    strangersToTables([parseSource(path, text)], tables).filter((line) => line.includes(path));

  test.each([
    ['reads', 'sql`select 1 from watch w where w.user_id = ${id}`;'],
    ['reads', 'sql`select 1 from template t, watch w`;'],
    ['reads', "db.selectFrom('watch as w').select('id');"],
    ['reads', "db.selectFrom('template').innerJoin('watch', 'a', 'b');"],
    ['writes', 'sql`insert into watch (user_id) values (${id})`;'],
    ['writes', 'sql`delete from watch`;'],
    ['writes', "db.updateTable('watch').set({});"],
  ])('forbids templates that %s the watch list: %s', (act, text) =>
    expect(strangers('src/server/template/a.ts', text)).toEqual([
      `src/server/template/a.ts ${act} watch; call a function of its owner auction-notice`,
    ]),
  );

  test('allows the owner, guests with a reason, and tests', () => {
    const text = "db.selectFrom('watch'); sql`delete from watch`;";
    expect(strangers('src/server/auction-notice/watch.ts', text)).toEqual([]);
    expect(strangers('src/server/auction/list.ts', 'sql`select 1 from watch`;')).toEqual([]);
    expect(strangers('src/server/template/a.test.ts', text)).toEqual([]);
  });

  test('finds a table without an owner, and a guest that no longer uses it', () =>
    expect(strangersToTables([], new Set(['album']))).toEqual(
      expect.arrayContaining([
        'album has no owner; add it to OWNED of tables.ts',
        'not true anymore: auction reads watch; remove it from GUESTS of tables.ts',
      ]),
    ));
});

describe('sizes of functions', () => {
  check(functionBudget, {
    wrong: [
      ['src/server/award/close.ts', `function close() {\n${lines(59)}\n}`],
      ['src/server/award/close.ts', `const close = () => {\n${lines(59)}\n};`],
      ['src/web/award/page.tsx', `function usePage() {\n${lines(59)}\n}`],
      ['src/web/award/page.tsx', `function Page() {\n${lines(99)}\n}`],
    ],
    right: [
      ['src/server/award/close.ts', `function close() {\n${lines(58)}\n}`],
      ['src/web/award/page.tsx', `function Page() {\n${lines(98)}\n}`],
      ['src/server/award/close.test.ts', `describe('close', () => {\n${lines(99)}\n});`],
    ],
  });
});

describe('names', () => {
  const words = ['util', 'utils', 'helper', 'helpers', 'common', 'shared', 'manager', 'service', 'services', 'index'];
  check(names, {
    wrong: [
      ...words.map((word): Case => [`src/web/award/${word}.ts`, '']),
      ['src/server/shared/close.ts', ''],
      ['src/server/award/date-utils.ts', ''],
      ['src/server/award/closeAuction.ts', ''],
      ['src/web/award/ResultPage.tsx', ''],
    ],
    right: [
      ['src/server/award/close-auction.ts', ''],
      ['src/server/award/close.pg.test.ts', ''],
      ['src/web/routes/_admin/admin/index.tsx', ''],
      ['src/web/routes/auction/$id.tsx', ''],
    ],
  });
});

describe('types', () => {
  check(forbidden, {
    wrong: [
      ['src/web/award/a.ts', 'const a: any = 1;'],
      ['src/web/award/a.ts', 'const a = b as any;'],
      ['src/web/award/a.ts', 'const a = b!;'],
      ['src/web/award/a.ts', 'enum A { b }'],
    ],
    right: [['src/web/award/a.ts', 'const a: unknown = b !== c; const any = !a;']],
  });
});

describe('exports', () => {
  check(defaults(new Set(['src/web/award/dialog.tsx'])), {
    wrong: [
      ['src/web/award/a.ts', 'export default 1;'],
      ['src/web/award/a.ts', 'export default function a() {}'],
    ],
    right: [
      ['vite.config.ts', 'export default {};'],
      ['src/web/award/dialog.tsx', 'export default function Dialog() {}'],
    ],
  });
  check(handedOn, {
    wrong: [
      ['src/web/award/a.ts', "export * from '#web/award/b.ts';"],
      ['src/web/award/a.ts', "export { b } from './b.ts';"],
      ['src/web/award/a.ts', "export type { B } from '#web/award/b.ts';"],
    ],
    right: [
      ['tests/e2e/world.ts', "export { expect } from '@playwright/test';"],
      ['clients/typescript/src/greenlot.ts', "export * from './client.ts';"],
    ],
  });

  const part = (path: string, text: string) => parseSource(`src/${path}`, text);
  const main = part('server/main.ts', `import { used } from '#server/a.ts';`);

  test('finds a lazily loaded component by its import', () =>
    expect(lazyFiles([part('web/main.tsx', `lazy(() => import('#web/award/dialog.tsx'));`)])).toEqual(
      new Set(['src/web/award/dialog.tsx']),
    ));

  test('finds a file that only its own tests use', () => {
    const sources = [
      main,
      part('server/a.ts', ''),
      part('server/b.ts', ''),
      part('server/b.test.ts', take('#server/b.ts')),
    ];
    expect(unusedFiles(sources)).toEqual(['src/server/b.ts is unused; delete it']);
  });

  test('finds an export that nobody uses', () => {
    const own = 'export const used = 1; export const unused = 1; export const within = 1; within;';
    expect(unusedExports([main, part('server/a.ts', own)])).toEqual([
      'src/server/a.ts exports unused, which nothing uses; delete it',
    ]);
  });
});

describe('comments', () => {
  check(promises, {
    wrong: ['todo', 'fixme', 'xxx', 'hack'].map((word): Case => [
      'src/web/award/a.ts',
      `// ${word.toUpperCase()} later`,
    ]),
    right: [['src/web/award/a.ts', '// What is to do stands in the issues.']],
  });
  check(silence, {
    wrong: [
      ['src/web/award/a.ts', '// @ts-ignore'],
      ['src/web/award/a.ts', '// It works.\n// @ts-expect-error'],
      ['src/web/award/a.ts', 'a;\n// oxlint-disable-next-line no-shadow'],
    ],
    right: [['src/web/award/a.ts', '// Both are meant.\n// oxlint-disable-next-line no-shadow']],
  });
});

describe('words', () => {
  check(wordless, {
    wrong: [
      ['src/web/award/page.tsx', '<p>Won</p>;'],
      ['src/web/award/page.tsx', '<p aria-label="Won" />;'],
      ['src/web/award/page.tsx', '<img alt="竞标" />;'],
    ],
    right: [['src/web/award/page.tsx', `<p aria-label={say('a')} title="result.title">{say('b')} · 1</p>;`]],
  });

  check(phraseNames, {
    wrong: [
      ['src/web/award/page.tsx', 'say(`${area}.title`);'],
      ['src/web/award/page.tsx', 'const key = `${area}.title` as PhraseKey;'],
    ],
    right: [['src/web/award/page.tsx', 'say(`fuel.${type}`); const name = `${key}.pdf`;']],
  });

  const screen = parseSource('src/web/award/page.tsx', "say('result.won'); say(`fuel.${type}`); refuse('gone');");

  test('finds a phrase that no code uses', () => {
    const keys = keysOf({ result: { won: '', lost: '' }, fuel: { Hydro: '' }, error: { a: '', gone: '', old: '' } });
    expect(unusedPhrases(keys, ['a'], [screen])).toEqual(
      ['result.lost', 'error.old'].map((key) => `nothing uses the phrase ${key}; delete it from src/phrases/*.json`),
    );
  });

  test('finds an error code that is declared but never produced', () => {
    const spoken = "type R = 'spoken_of' | 'made'; if (code === 'spoken_of') refuse('made'); const t = { keyed: 1 };";
    const sources = [parseSource('src/server/award/a.ts', spoken), parseSource('src/server/a.test.ts', "f('tested');")];
    expect(unsaidCodes(['made', 'keyed', 'spoken_of', 'tested'], sources)).toEqual(
      ['spoken_of', 'tested'].map(
        (code) => `nothing produces the error code ${code}; delete it from src/contract/errors`,
      ),
    );
  });
});

describe('documents', () => {
  test('reads features from folders by layer, in order, each with its rooms', () => {
    const paths = [
      'src/domain/basics/ids.ts',
      'src/domain/award/close.ts',
      'src/server/main.ts',
      'src/server/auction/items/stored-items.ts',
      'src/server/room/store/room-rows.ts',
      'src/server/room/room.ts',
      'src/web/routes/_user/user/upcoming.tsx',
      'scripts/schema.ts',
    ];
    expect(foldersOf(paths)).toEqual({
      domain: ['award', 'basics'],
      contract: [],
      server: ['room', 'room/store', 'auction', 'auction/items'],
      web: ['routes'],
      testing: [],
    });
  });

  test('reads tables by the heading of their layer', () => {
    const tables =
      '### `src/web`\n\n| folder | look |\n| `design` | a |\n| `design/dates` | b |\n\n## Else\n\n| `scripts` | c |';
    expect(mappedFolders(tables)).toEqual({ web: ['design', 'design/dates'] });
  });

  const twoDecisions = new Map([
    ['auctions/0002-one-writer.md', '# 2. One writer\n\nDate: 2026-11-21. Status: accepted.\n'],
    ['people/0057-hidden.md', '# 57. Hidden\n\nDate: 2026-11-23. Status: accepted. Changes decisions 2 and 4.\n'],
  ]);

  test('compares the index of decisions row by row', () => {
    const rows = decisionRows(twoDecisions);
    expect(rows.map(({ number, date, changedBy }) => [number, date, changedBy])).toEqual([
      [2, '2026-11-21', [57]],
      [57, '2026-11-23', []],
    ]);
    const index = `| number | decision | room | date | changed by |
| 2      | [One writer](auctions/0002-one-writer.md) | auctions | 2026-11-21 | 57 |
| 57     | [Hidden](people/0057-hidden.md)           | people   | 2026-11-23 |    |`;
    expect(indexRows(index)).toEqual(rows);
  });

  test('finds a decision without a date, and one that does not name what changed it', () => {
    expect(decisionRows(new Map([['a/0001-a.md', '# 1. A\n']]))).toMatchObject([{ date: 'no date' }]);
    expect(silentAboutChanges(twoDecisions)).toEqual([
      'auctions/0002-one-writer.md is changed by 57; say so in its date line',
    ]);
  });

  const known = endsOfPaths(['README.md', 'src/server/room/judging/judge-request.ts', 'deploy/one@.service']);

  test.each([
    'as `judge-request.ts`, `judging/judge-request.ts` or src/server/room/judging/judge-request.ts says.',
    'one unit, `deploy/one@.service`, for all of `src/server/room/`, src/server/**/*.test.ts, `docs/{api,asvs}.md` and `<feature>-rows.ts`',
  ])('allows %s', (text) => expect(missingInDocument('docs/api.md', text, known)).toEqual([]));

  test('finds a missing path, in a document and in a comment', () => {
    const text = 'A bid\nis judged in `judge-batch.ts`, see server/room/judge-request.ts and docs/bids.md.';
    const missing = ['judge-batch.ts', 'server/room/judge-request.ts', 'docs/bids.md'];
    const found = missing.map((name) => `names ${name}, which does not exist; correct the name`);
    expect(missingInDocument('docs/api.md', text, known)).toEqual(found.map((says) => `docs/api.md:2 ${says}`));
    const source = parseSource('src/server/a.ts', `/* ${text} */`);
    expect(offences([source], missingInComments(known))).toEqual(found.map((says) => `src/server/a.ts:2 ${says}`));
  });

  test('finds the name of a dependency as a whole word', () =>
    expect(unexplained(['react', 'react-dom', '@a/b'], '| react-dom, @a/b | screens |')).toEqual([
      'no decision says why we use react; explain it in one',
    ]));

  test('finds an import of the server that is no dependency', () => {
    const text = `${take('vitest')}${take('@a/b/c')}${take('node:fs')}${take('#domain/a.ts')}`;
    const sources = [
      parseSource('src/server/a.ts', text),
      parseSource('src/server/a.test.ts', take('vitest')),
      parseSource('src/web/a.ts', take('react')),
    ];
    expect(notShipped(sources, ['@a/b'])).toEqual([
      'src/server/a.ts imports vitest; move it to the dependencies of package.json',
    ]);
  });

  test('finds citations of missing sections of the rules', () => {
    const anchors = anchorsOf('# Rules\n\n## Bid checks\n\n### Who sees a result\n');
    expect([...anchors]).toEqual(['rules', 'bid-checks', 'who-sees-a-result']);
    const text = 'See docs/rules.md#bid-checks, docs/rules.md#fees, rules 3.1,\ndocs/rules.md and specification 5.';
    const [fees, number, page, specification] = ['rules.md#fees', 'rules 3.1', 'rules.md', 'specification 5.'].map(
      (cited) => `cites ${cited}; cite an existing section, such as docs/rules.md#bid-checks`,
    );
    expect(wrongCitations('docs/a.md', text, anchors)).toEqual([
      `docs/a.md:1 ${fees}`,
      `docs/a.md:1 ${number}`,
      `docs/a.md:2 ${page}`,
      `docs/a.md:2 ${specification}`,
    ]);
    const source = parseSource('src/server/a.ts', `const rules = 'rules 3.1';\n// ${text.replace('\n', ' ')}`);
    expect(offences([source], citations(anchors))).toHaveLength(4);
  });

  test('finds citations of missing decisions', () => {
    const source = parseSource(
      'src/server/a.ts',
      '// As decided (decision 2, decision 9, decisions/0002, decisions/0010).',
    );
    expect(unknownDecisions([source], ['auctions/0002-one-writer.md'])).toEqual([
      'src/server/a.ts cites decision 9, which does not exist; cite an existing one',
      'src/server/a.ts cites decisions/0010, which does not exist; cite an existing one',
    ]);
  });
});

describe('sizes and colours', () => {
  const style = (declaration: string) => ({ path: 'src/web/award/a.module.css', text: `.a {\n  ${declaration};\n}\n` });
  const off = [
    'font-size: 15px',
    'line-height: 1.5',
    'font-weight: 700',
    'padding: 8px 13px',
    'margin-top: -7px',
    'gap: calc(100% - 5px)',
    'border-radius: 5px',
    'z-index: 999',
  ];
  test.each(off)('forbids %s', (declaration) => {
    expect(offScale(style(declaration))).toEqual([
      `src/web/award/a.module.css:2 ${declaration} is on no scale; use a value of scales.ts`,
    ]);
  });
  test.each(['font-size: 14px', 'margin: 0 auto -8px', 'font: inherit', 'padding: 0.5em 10px', 'z-index: var(--gl-x)'])(
    'allows %s',
    (declaration) => expect(offScale(style(declaration))).toEqual([]),
  );
  test.each(['color: #fff', 'background: rgb(0 0 0 / 6%)', 'border: 1px solid #DEDEDE'])(
    'forbids %s',
    (declaration) => {
      expect(rawColours(style(declaration))).toEqual([expect.stringContaining('src/web/award/a.module.css:2')]);
    },
  );
  test('forbids a color in code', () => {
    expect(rawColours({ path: 'src/web/award/a.tsx', text: "const ink = '#a1b2c3';" })).toHaveLength(1);
  });
  test('allows names, and anchors in a page', () => {
    expect(rawColours(style('color: var(--gl-ink)'))).toEqual([]);
    expect(rawColours({ path: 'src/web/award/a.tsx', text: "import '#web/award/b.ts'; go('#top');" })).toEqual([]);
  });
});
