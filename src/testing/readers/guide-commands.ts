import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

export const readGuide = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** Documents for people who install and run the product, by path. */
export const GUIDES = [
  'README.md',
  ...readdirSync(new URL('docs', ROOT)).flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
];

/** Languages of blocks that are checked; api-guide.test.ts runs the `js` ones. */
const BLOCKS = new Set(['sh', 'sql', 'js']);
const IN_A_SENTENCE = /`((?:npm|npx|node|bash|docker|kubectl|curl|psql|select|update|reassign|alter) [^`]+)`/g;

type Block = { readonly language: string; readonly text: string };

const blocksIn = (guide: string): Block[] =>
  [...guide.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```$/gm)].map(([, , language = '', text = '']) => ({
    language,
    text,
  }));

/** Returns the blocks without a language, or in one that is not checked. */
export const unexamined = (guide: string): string[] =>
  blocksIn(guide).flatMap(({ language, text }) => (BLOCKS.has(language) ? [] : `${language}: ${text}`));

/** Returns each command as printed, without its comment: shell commands by line, database commands by statement. */
export function commandsIn(guide: string): string[] {
  const inBlocks = blocksIn(guide).flatMap(({ language, text }) => {
    if (language === 'sh') return text.replaceAll('\\\n', ' ').split('\n').map(withoutComment);
    return language === 'sql' ? text.split(';') : [];
  });
  const inSentences = [...guide.matchAll(IN_A_SENTENCE)].map(([, command = '']) => command);
  return [...inBlocks, ...inSentences].map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter((one) => one !== '');
}

const withoutComment = (line: string): string => line.replace(/\s+#\s.*$/, '');
