import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUIDES, readGuide as read } from '#testing/readers/guide-commands.ts';

const ROOT = new URL('../../', import.meta.url);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/**
 * Settings that the configuration files define. A variable with a setting's name and the ending `_FILE` contains the
 * path of a file, and the file contains the setting's value.
 */
const SETTINGS = readdirSync(new URL('src/server/platform/config', ROOT))
  .filter((name) => /^(config[\w-]*|brand)\.ts$/.test(name))
  .flatMap((name) =>
    [...read(`src/server/platform/config/${name}`).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
      ([, setting = '']) => setting,
    ),
  );

test('the operator’s guide names every setting, and no unknown one', () => {
  expect(SETTINGS.length).toBeGreaterThan(30);
  const named = new Set(
    [...`${read('docs/operate.md')}${read('docs/brands.md')}`.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(
    SETTINGS.filter((setting) => !named.has(setting)),
    'describe these settings in docs/operate.md',
  ).toEqual([]);
  const known = new Set([...SETTINGS, 'GLOBAL', 'TNBX', 'SIGTERM', 'HTTP_PORT']);
  expect(
    [...named].filter((name) => !known.has(name)),
    'docs/operate.md or docs/brands.md names these unknown settings; correct the names',
  ).toEqual([]);
});

/** Returns the commands of a text: the lines of fenced blocks, and the commands in backquotes in sentences. */
const commandsIn = (text: string): string[] => [
  ...[...text.matchAll(/^```(?:sh)?\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block.split('\n').map((line) => line.trim()),
  ),
  ...[...text.matchAll(/`((?:npm|node|bash) [^`]+)`/g)].map(([, command = '']) => command),
];

test.each(GUIDES)('every script that %s names exists', (guide) => {
  const wrong = commandsIn(read(guide)).flatMap((line) => {
    const script = /^npm (?:run ([\w-]+)|(start|test))/.exec(line)?.slice(1).find(Boolean);
    const file = /(?:bash|-f) (\S+)/.exec(line)?.[1];
    const isThere = script !== undefined ? script in scripts : file === undefined || existsSync(new URL(file, ROOT));
    return isThere ? [] : line;
  });
  expect(wrong).toEqual([]);
});

test('the administrator’s guide uses the words of the screens', () => {
  const phrases = read('src/phrases/en.json');
  const named = [...read('docs/administer.md').matchAll(/(?<![\w`])_([^_\n]+)_(?!\w)/g)].map(([, words = '']) => words);
  expect(named.length).toBeGreaterThan(30);
  expect(
    named.filter((words) => !phrases.includes(`"${words}"`)),
    'no phrase of src/phrases/en.json has these words of docs/administer.md; write what the screen shows',
  ).toEqual([]);
});

test.each(GUIDES)('every file that %s links to exists', (guide) => {
  const links = [...read(guide).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);
  expect(links.filter((path) => !existsSync(new URL(path, new URL(guide, ROOT))))).toEqual([]);
});
