import { isNode, lineAt, nodesOf, type Node, type Rule } from '#testing/tidy/source.ts';

/** Matches names of files and folders that tell nothing about the contents. */
const EMPTY_NAME = /(^|[/.-])(utils?|helpers?|common|shared|managers?|services?|index)(?=[/.-]|$)/i;
/**
 * Matches file names in kebab-case. Files of routes are named after their path instead (`$auctionId.tsx`, `_user.tsx`,
 * `__root.tsx`).
 */
const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
const ROUTE_NAME = /^src\/web\/routes\//;

export const names: Rule = ({ path }) => {
  const empty = EMPTY_NAME.exec(path.replace(ROUTE_NAME, ''));
  if (empty && !(ROUTE_NAME.test(path) && path.endsWith('/index.tsx')))
    return [{ at: 0, says: `is called "${empty[2]}"; name it after what it does` }];
  const name = path.split('/').at(-1) ?? '';
  return FILE_NAME.test(name) || ROUTE_NAME.test(path)
    ? []
    : [{ at: 0, says: 'is not in kebab-case; rename it, such as close-auction.ts' }];
};

export const forbidden: Rule = ({ tree }) =>
  nodesOf(tree).flatMap(([{ type, start }]) => {
    if (type === 'TSAnyKeyword') return [{ at: start, says: 'uses any; declare the type, or use unknown' }];
    if (type === 'TSNonNullExpression') return [{ at: start, says: 'asserts a value with !; check it instead' }];
    return type === 'TSEnumDeclaration' ? [{ at: start, says: 'is an enum; use a union' }] : [];
  });

/**
 * Returns a rule that forbids default exports. They are allowed only in configuration and set-up files, whose tools
 * need them, and for `lazy` components.
 */
export const defaults =
  (lazy: ReadonlySet<string>): Rule =>
  ({ path, tree }) => {
    if (/^tests\/e2e\/set-up\.ts$|\.config\.ts$/.test(path) || lazy.has(path)) return [];
    return nodesOf(tree).flatMap(([{ type, start }]) =>
      type === 'ExportDefaultDeclaration' ? [{ at: start, says: 'is a default export; use a named export' }] : [],
    );
  };

const PROMISE = /\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b/g;

export const promises: Rule = ({ text }) =>
  [...text.matchAll(PROMISE)].map(({ index, 0: word }) => ({
    at: index,
    says: `contains ${word}; do the work or open an issue`,
  }));

const SILENCE = /@ts-(ignore|expect-error|nocheck)|(?:eslint|oxlint)-disable/;

/**
 * Forbids comments that suppress type errors. Comments that suppress lint are allowed if the line before gives the
 * reason.
 */
export const silence: Rule = ({ text, comments }) =>
  comments.flatMap(({ value, start }) => {
    const silenced = SILENCE.exec(value)?.[0];
    if (!silenced) return [];
    const line = lineAt(text, start);
    const isExplained = comments.some((other) => !SILENCE.test(other.value) && lineAt(text, other.end) === line - 1);
    if (isExplained && !silenced.startsWith('@')) return [];
    return [{ at: start, says: `suppresses with ${silenced}; ${remedyOf(silenced)}` }];
  });

const remedyOf = (silenced: string): string =>
  silenced.startsWith('@') ? 'correct the types' : 'say why in a comment on the line before';

/** The entry of a package. It exports what programs may import, and nothing here imports it. */
const ENTRY_OF_PACKAGE = 'clients/typescript/src/greenlot.ts';

/** Forbids re-exports. An import must name the file that defines the imported thing. */
export const handedOn: Rule = ({ path, tree }) =>
  (path === ENTRY_OF_PACKAGE ? [] : nodesOf(tree)).flatMap(([{ type, source, start }]) => {
    const from = type.startsWith('Export') && isNode(source) ? String(source.value) : '';
    return /^[#.]/.test(from) ? [{ at: start, says: `re-exports from ${from}; import from there instead` }] : [];
  });

/**
 * Requires that every text that a user reads is a phrase. Attributes of our own components contain keys of phrases.
 * Attributes of HTML elements contain texts.
 */
export const wordless: Rule = ({ path, tree }) => {
  if (!path.startsWith('src/web/')) return [];
  return nodesOf(tree).flatMap(([{ type, name, value, start }]) => {
    const isRead =
      type === 'JSXAttribute' && isNode(name) && /^(alt|aria-(label|description))$/.test(String(name.name));
    const words = isRead && isNode(value) ? value.value : value;
    if (type !== 'JSXText' && !isRead) return [];
    return typeof words === 'string' && /\p{L}/u.test(words)
      ? [{ at: start, says: `contains the text “${words.trim()}”; move it to src/phrases` }]
      : [];
  });
};

/**
 * Requires that the key of a phrase begins with literal text. So the build can tell which phrases a chunk uses
 * (decision 12).
 */
export const phraseNames: Rule = ({ tree }) =>
  nodesOf(tree).flatMap(([node, parent]) => {
    if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || !namesPhrase(parent)) return [];
    const first = (node.quasis[0] as { value: { cooked: string } }).value.cooked;
    return /^\w+\./.test(first)
      ? []
      : [{ at: node.start, says: 'composes the name of a phrase; begin it with its literal namespace' }];
  });

function namesPhrase(parent: Node | undefined): boolean {
  if (parent?.type === 'CallExpression') return isNode(parent.callee) && parent.callee.name === 'say';
  if (parent?.type !== 'TSAsExpression' || !isNode(parent.typeAnnotation)) return false;
  const { typeName } = parent.typeAnnotation;
  return isNode(typeName) && typeName.name === 'PhraseKey';
}
