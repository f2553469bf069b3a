import { isNode, isTest, nodesOf, type Node, type Rule } from '#testing/tidy/source.ts';

/**
 * Files that may read the clock, random values and the environment. They pass these values to all other files. The demo
 * is included because it acts like users.
 */
const MAY_READ = [
  /^src\/(server\/platform|server\/demo|web\/platform|testing)\//,
  /^src\/(server|web)\/main\.tsx?$/,
  /^(scripts|bench|tests|clients)\/|^[\w.]+\.config\.ts$/,
];

/** Globals that the domain must not use. Its functions get such values as arguments. */
const OUTSIDE = new Set(['process', 'performance', 'crypto', 'fetch', 'setTimeout', 'setInterval', 'Intl', 'console']);

/** Forbids the domain to await anything or to use anything from outside. Its decisions depend only on arguments. */
export const purity: Rule = ({ path, tree }) => {
  if (!path.startsWith('src/domain/') || isTest(path)) return [];
  return nodesOf(tree).flatMap(([node, parent]) => {
    const says = impurity(node, parent);
    return says ? [{ at: node.start, says: `the domain may not ${says}; pass the result as an argument` }] : [];
  });
};

function impurity(node: Node, parent: Node | undefined): string | undefined {
  if (node.type === 'AwaitExpression' || node.async === true) return 'await';
  const read = clockOrChance(node);
  if (read) return `read ${read}`;
  if (node.type !== 'Identifier' || typeof node.name !== 'string' || !OUTSIDE.has(node.name)) return undefined;
  const isName = parent?.property === node || parent?.key === node;
  return isName ? undefined : `use ${node.name}`;
}

/** Requires that files get time and random values from the platform, so that tests can control them. */
export const clock: Rule = ({ path, tree }) => {
  if (MAY_READ.some((place) => place.test(path)) || isTest(path) || path.startsWith('src/domain/')) return [];
  return nodesOf(tree).flatMap(([node]) => {
    const read = clockOrChance(node) ?? environment(node);
    return read ? [{ at: node.start, says: `reads ${read}; get it from the platform folder of the layer` }] : [];
  });
};

function clockOrChance(node: Node): string | undefined {
  const name = memberName(node);
  if (name === 'Date.now' || name === 'Math.random') return name;
  if (!isNode(node.callee) || node.callee.name !== 'Date') return undefined;
  // `Date(…)` without `new` always reads the clock. It ignores its arguments.
  if (node.type === 'CallExpression') return 'Date()';
  return Array.isArray(node.arguments) && node.arguments.length === 0 ? 'new Date()' : undefined;
}

const environment = (node: Node): string | undefined =>
  memberName(node) === 'process.env' ? 'process.env' : undefined;

function memberName({ type, object, property }: Node): string | undefined {
  if (type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return undefined;
  return `${String(object.name)}.${String(property.name)}`;
}

/**
 * The only file that may store values in the browser. One exception: the design library stores the theme, under a key
 * that this file defines.
 */
const MAY_KEEP = 'src/web/platform/storage/browser-storage.ts';
/** The only file that may store receipts, which are too large for the other storage. */
const MAY_KEEP_RECEIPTS = 'src/web/platform/storage/receipt-storage.ts';
const STORES = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore']);

/** Requires that one table lists everything that is stored in browsers. */
export const storage: Rule = ({ path, tree }) => {
  if (!path.startsWith('src/web/') || path === MAY_KEEP || path === MAY_KEEP_RECEIPTS || isTest(path)) return [];
  return nodesOf(tree).flatMap(([node]) => {
    const isStore = node.type === 'Identifier' && typeof node.name === 'string' && STORES.has(node.name);
    if (!isStore && memberName(node) !== 'document.cookie') return [];
    return [{ at: node.start, says: `uses browser storage directly; call ${MAY_KEEP}` }];
  });
};
