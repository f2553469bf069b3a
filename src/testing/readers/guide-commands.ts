import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

export const readGuide = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** Paths of documents for people who install and run the product. */
export const GUIDES = [
  'README.md',
  'deploy/chart/README.md',
  ...readdirSync(new URL('docs', ROOT)).flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
];

/** Languages of the code blocks that tests check. `api-guide.test.ts` runs the blocks in `js`. */
const BLOCKS = new Set(['sh', 'sql', 'js', 'ts']);
const IN_A_SENTENCE = /`((?:npm|npx|node|bash|docker|kubectl|curl|psql|select|update|reassign|alter) [^`]+)`/g;

type Block = { readonly language: string; readonly text: string };

const blocksIn = (guide: string): Block[] =>
  [...guide.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```$/gm)].map(([, , language = '', text = '']) => ({
    language,
    text,
  }));

/** Returns the code blocks that no test checks, because their language is missing or is not in `BLOCKS`. */
export const unexamined = (guide: string): string[] =>
  blocksIn(guide).flatMap(({ language, text }) => (BLOCKS.has(language) ? [] : `${language}: ${text}`));

/**
 * Returns each command as printed, without its comment. Shell commands are separated by line ends, database commands by
 * semicolons.
 */
export function commandsIn(guide: string): string[] {
  const inBlocks = blocksIn(guide).flatMap(({ language, text }) => {
    if (language === 'sh') return text.replaceAll('\\\n', ' ').split('\n').map(withoutComment);
    return language === 'sql' ? text.split(';') : [];
  });
  const inSentences = [...guide.matchAll(IN_A_SENTENCE)].map(([, command = '']) => command);
  return [...inBlocks, ...inSentences].map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter((one) => one !== '');
}

const withoutComment = (line: string): string => line.replace(/\s+#\s.*$/, '');
