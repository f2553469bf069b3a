import { isNode, isTest, nodesOf, type Rule, type Source } from '#testing/tidy/source.ts';

/** The layers that each layer may import from. Tests may also import from `testing`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  contract: ['domain', 'contract'],
  phrases: ['phrases'],
  server: ['domain', 'contract', 'phrases', 'server'],
  web: ['domain', 'contract', 'phrases', 'web'],
  testing: ['domain', 'contract', 'phrases', 'server', 'web', 'testing'],
};

/** Packages that a layer may use. A layer that is not listed may use any package. */
const MAY_USE: Readonly<Record<string, RegExp>> = {
  domain: /^$/,
  contract: /^zod\/mini$/,
  phrases: /^(?:use-intl|@formatjs\/icu-messageformat-parser)$/,
  web: /^(?!node:|fastify|kysely|pg$|ws$|zod$|nodemailer|oidc-provider|@electric-sql|@fastify|@node-rs)/,
  server: /^(?!react|@mantine|@tanstack|@tabler|dayjs|vite$|oauth4webapi)/,
};

/**
 * Features of each layer from the bottom up. A feature may import earlier features, but no later ones. Companies come
 * after auctions, because a change of members or of the maximum bid quantity settles auctions. Identity comes after
 * companies, because a new password ends keys and invitations. If a feature must call a later feature, the composition
 * root passes the later feature as an argument.
 */
export const ORDER: Readonly<Record<string, readonly string[]>> = {
  server: [
    'platform',
    'platform-setting',
    'place',
    'tick',
    'tour',
    'template',
    'import',
    'evidence',
    'statistic',
    'ledger',
    'settlement-terms',
    'room',
    'notice',
    'deletion',
    'auction',
    'calendar',
    'company',
    'automation',
    'approval',
    'identity',
    'personal-data',
    'certificate',
    'settlement',
    'invoice',
    'holding',
    'registry',
    'claim',
    'bidder',
    'bidding',
    'auction-notice',
    'award',
    'transparency-log',
    'marketplace',
    'buy-order-history',
    'rehearsal',
    'health',
    'audit',
    'search',
    'backup',
    'demo',
  ],
  web: [
    'platform',
    'design',
    'shell',
    'search',
    'place',
    'tick',
    'tour',
    'audit',
    'deletion',
    'approval',
    'health',
    'message-text',
    'personal-data',
    'statistic',
    'buy-order-history',
    'notice',
    'rehearsal',
    'document',
    'import',
    'template-admin',
    'identity',
    'company',
    'company-admin',
    'automation',
    'administrator',
    'platform-setting',
    'certificate',
    'invoice',
    'registry',
    'settlement',
    'holding',
    'claim',
    'auction',
    'auction-editor',
    'bidder',
    'bidding',
    'award',
    'record',
    'transparency-log',
    'marketplace',
    'marketplace-admin',
    'routes',
  ],
};

/** The lowest features of a layer. Neither they nor their tests import another feature. */
const FOUNDATIONS = new Set(['server/platform', 'web/platform', 'web/design', 'web/shell']);

/**
 * Files about a feature's tables that some other features may import too. The reasons: other features also show an
 * auction only as the caller may see it; a company's history also lists acts of API keys; erasing a user also removes
 * the user from companies.
 */
const LENT: Readonly<Record<string, readonly string[]>> = {
  'auction/auction-rows.ts': ['auction-notice', 'award', 'bidding', 'certificate', 'rehearsal', 'settlement'],
  'company/account-rows.ts': ['automation', 'invoice', 'personal-data'],
  'identity/user-rows.ts': ['personal-data'],
};

/** Requires that imports go in one direction only, between layers and between the features of a layer. */
export const imports: Rule = (source) =>
  importsOf(source).flatMap(({ at, from }) => {
    const says = whyNot(source.path, from);
    return says ? [{ at, says }] : [];
  });

export function importsOf({ tree }: Source): { at: number; from: string }[] {
  const found: { at: number; from: string }[] = [];
  for (const [node] of nodesOf(tree)) {
    const { source } = node;
    if (isNode(source) && typeof source.value === 'string') found.push({ at: node.start, from: source.value });
  }
  return found;
}

function whyNot(path: string, from: string): string | undefined {
  const [root, part = '', ...inside] = path.split('/');
  if (root !== 'src') return undefined;
  const [hash = '', ...target] = from.split('/');
  if (hash.startsWith('#')) return whyNotOurs({ path, part, feature: featureOf(part, inside) }, hash.slice(1), target);
  if (from.startsWith('.')) return isStyle(from) ? undefined : `imports ${from}; write #${part}/… instead`;
  if (isTest(path) || (MAY_USE[part] ?? /./).test(from)) return undefined;
  return `${part} may not import ${from}; MAY_USE of imports.ts lists what it may`;
}

type From = { readonly path: string; readonly part: string; readonly feature: string };

function whyNotOurs({ path, part, feature }: From, into: string, target: readonly string[]): string | undefined {
  if (isTest(path) && into === 'testing') return undefined;
  if (!MAY_IMPORT[part]?.includes(into))
    return `${part} may not import ${into}; MAY_IMPORT of imports.ts lists what it may`;
  const other = featureOf(into, target);
  if (into !== part || other === feature || feature === '' || other === '') return undefined;
  if (isTest(path) && !FOUNDATIONS.has(`${part}/${feature}`)) return undefined;
  return whyNotFeature({ part, feature, other, file: target.at(-1) ?? '' });
}

type Reach = { readonly part: string; readonly feature: string; readonly other: string; readonly file: string };

function whyNotFeature({ part, feature, other, file }: Reach): string | undefined {
  const order = ORDER[part];
  // Layers without an order, such as the domain: their folders may import each other.
  if (!order) return undefined;
  const [place, placeOfOther] = [order.indexOf(feature), order.indexOf(other)];
  if (place < 0 || placeOfOther < 0)
    return `${place < 0 ? feature : other} is not in the order of features; add it to ORDER of imports.ts`;
  if (placeOfOther > place)
    return `${feature} may not import ${other}, which is above it; move the code, or pass it as an argument`;
  const isLent = FOUNDATIONS.has(`${part}/${other}`) || LENT[`${other}/${file}`]?.includes(feature);
  return file.endsWith('-rows.ts') && !isLent
    ? `reads the tables of ${other} directly; call a function of ${other} instead`
    : undefined;
}

/** Returns a file's feature: the folder directly below its layer. A file outside such a folder has no feature. */
const featureOf = (part: string, inside: readonly string[]): string =>
  inside.length > 1 && part !== 'contract' ? (inside[0] ?? '') : '';

const isStyle = (from: string): boolean => /^\.\/[\w-]+\.module\.css$/.test(from);

/** Returns the features in `ORDER` that do not exist any more. */
export function goneFeatures(paths: readonly string[]): string[] {
  const there = new Set(paths.map((path) => path.split('/').slice(1, 3).join('/')));
  return Object.entries(ORDER).flatMap(([part, features]) =>
    features
      .map((feature) => `${part}/${feature}`)
      .filter((feature) => !there.has(feature))
      .map((feature) => `src/${feature} does not exist; remove it from ORDER of imports.ts`),
  );
}
