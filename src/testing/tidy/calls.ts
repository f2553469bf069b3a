import { isNode, isTest, nodesOf, type Node, type Rule } from '#testing/tidy/source.ts';

/**
 * Files that may read the clock, random values and the environment, and pass them to all others. The demo acts like
 * users.
 */
const MAY_READ = [
  /^src\/(server\/platform|server\/demo|web\/platform|testing)\//,
  /^src\/(server|web)\/main\.tsx?$/,
  /^(scripts|bench|tests)\/|^[\w.]+\.config\.ts$/,
];

/** Globals that the domain must get as arguments instead of using them. */
const OUTSIDE = new Set(['process', 'performance', 'crypto', 'fetch', 'setTimeout', 'setInterval', 'Intl', 'console']);

/** The domain awaits nothing and uses nothing from outside. Its decisions depend only on its arguments. */
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

/** Time and random values come from the platform, so that tests can control them. */
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
  // `Date(…)` without `new` reads the clock whatever its arguments are.
  if (node.type === 'CallExpression') return 'Date()';
  return Array.isArray(node.arguments) && node.arguments.length === 0 ? 'new Date()' : undefined;
}

const environment = (node: Node): string | undefined =>
  memberName(node) === 'process.env' ? 'process.env' : undefined;

function memberName({ type, object, property }: Node): string | undefined {
  if (type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return undefined;
  return `${String(object.name)}.${String(property.name)}`;
}

/** The only file that knows what a browser stores. The design library stores the theme under the key that it gets. */
const MAY_KEEP = 'src/web/platform/storage/browser-storage.ts';
const STORES = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore']);

/** Everything stored in browsers is listed in one table. */
export const storage: Rule = ({ path, tree }) => {
  if (!path.startsWith('src/web/') || path === MAY_KEEP || isTest(path)) return [];
  return nodesOf(tree).flatMap(([node]) => {
    const isStore = node.type === 'Identifier' && typeof node.name === 'string' && STORES.has(node.name);
    if (!isStore && memberName(node) !== 'document.cookie') return [];
    return [{ at: node.start, says: `uses browser storage directly; call ${MAY_KEEP}` }];
  });
};
