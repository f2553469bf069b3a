import { isNode, isTest, nodesOf, type Rule, type Source } from '#testing/tidy/source.ts';

/** What each part may import of our own parts. Tests may also import `testing`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  contract: ['domain', 'contract'],
  phrases: ['phrases'],
  server: ['domain', 'contract', 'phrases', 'server'],
  web: ['domain', 'contract', 'phrases', 'web'],
  testing: ['domain', 'contract', 'phrases', 'server', 'web', 'testing'],
};

/** Packages that a part may use; parts that aren't named here may use any. */
const MAY_USE: Readonly<Record<string, RegExp>> = {
  domain: /^$/,
  contract: /^zod\/mini$/,
  phrases: /^use-intl$/,
  web: /^(?!node:|fastify|kysely|pg$|ws$|zod$|nodemailer|oidc-provider|@electric-sql|@fastify|@node-rs)/,
  server: /^(?!react|@mantine|@tanstack|@tabler|dayjs|vite$|oauth4webapi)/,
};

/** What stands under the features of its part and so never imports one. */
const FOUNDATIONS = new Set(['server/platform', 'web/platform', 'web/design', 'web/shell']);

/**
 * Which features use another one's operations or components, beyond domain and contract. Each line is a dependency that
 * somebody decided on; what isn't here is an offence.
 */
const USES: Readonly<Record<string, readonly string[]>> = {
  'server/auction': ['bidder', 'bidding', 'holding', 'notice', 'template'],
  'server/automation': ['company'],
  'server/award': ['auction', 'bidding', 'holding', 'identity', 'notice', 'statistic'],
  'server/bidder': ['auction', 'bidding', 'notice'],
  'server/bidding': ['auction', 'holding', 'notice', 'template'],
  'server/buy-order-history': ['holding'],
  'server/company': ['auction', 'automation', 'bidding', 'notice'],
  'server/demo': ['auction', 'award', 'bidder', 'bidding', 'company', 'holding', 'identity', 'marketplace', 'template'],
  'server/holding': ['company'],
  'server/identity': ['automation', 'company', 'template'],
  'server/marketplace': ['holding', 'notice'],
  'server/notice': ['auction', 'bidding'],
  'server/personal-data': ['company', 'identity'],
  'server/rehearsal': ['auction', 'bidder', 'bidding'],
  'web/auction': ['notice', 'tour'],
  'web/auction-editor': ['auction', 'place', 'rehearsal'],
  'web/automation': ['company'],
  'web/award': ['rehearsal', 'tour'],
  'web/bidder': ['auction', 'auction-editor'],
  'web/bidding': ['document', 'notice', 'place', 'rehearsal', 'statistic', 'tour'],
  'web/company-admin': ['company'],
  'web/document': ['tour'],
  'web/holding': ['company'],
  'web/identity': ['document'],
  'web/marketplace': ['auction', 'holding', 'place', 'statistic'],
  'web/marketplace-admin': ['auction', 'auction-editor', 'bidder', 'company-admin', 'marketplace'],
  'web/record': ['bidding'],
  'web/template-admin': ['document'],
};

/** Rows that a feature lends: an auction as its caller may see it; the demo tells its past with the real room; a buy order names whom its RECs are for, as the demo does; what a key does stands in its company's history; who is erased is a user, and leaves companies. */
const LENT: Readonly<Record<string, readonly string[]>> = {
  'auction/auction-rows.ts': ['award', 'bidding', 'notice', 'rehearsal'],
  'company/account-rows.ts': ['automation', 'personal-data'],
  'identity/user-rows.ts': ['personal-data'],
  'bidding/room-rows.ts': ['demo'],
  'holding/beneficiary-rows.ts': ['demo', 'marketplace'],
};

/** Imports go one way, between the layers and between the features of a layer. */
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
  if (from.startsWith('.')) return isStyle(from) ? undefined : `imports ${from}: say #${part}/… instead`;
  if (isTest(path) || (MAY_USE[part] ?? /./).test(from)) return undefined;
  return `${part} may not use ${from}`;
}

type From = { readonly path: string; readonly part: string; readonly feature: string };

function whyNotOurs({ path, part, feature }: From, into: string, target: readonly string[]): string | undefined {
  if (isTest(path) && into === 'testing') return undefined;
  if (!MAY_IMPORT[part]?.includes(into)) return `${part} may not import ${into}`;
  const other = featureOf(into, target);
  if (into !== part || part === 'testing' || other === feature || feature === '' || other === '') return undefined;
  if (FOUNDATIONS.has(`${into}/${other}`)) return whyNotUp(part, feature, other);
  if (FOUNDATIONS.has(`${part}/${feature}`)) return `${feature} may not import the feature ${other}`;
  return isTest(path) ? undefined : whyNotFeature({ part, feature, other, file: target.at(-1) ?? '' });
}

/** `platform` lies under `design`, and both under `shell`. */
function whyNotUp(part: string, feature: string, other: string): string | undefined {
  const order = ['platform', 'design', 'shell'];
  const isUp = FOUNDATIONS.has(`${part}/${feature}`) && order.indexOf(other) > order.indexOf(feature);
  return isUp ? `${feature} may not import ${other}` : undefined;
}

type Reach = { readonly part: string; readonly feature: string; readonly other: string; readonly file: string };

function whyNotFeature({ part, feature, other, file }: Reach): string | undefined {
  // The domain's notions build on each other; the site map may name every screen.
  if (part === 'domain' || feature === 'routes') return undefined;
  if (file.endsWith('-rows.ts') && !LENT[`${other}/${file}`]?.includes(feature))
    return `reaches into the rows of ${other}: only ${other} itself knows its tables`;
  if (USES[`${part}/${feature}`]?.includes(other)) return undefined;
  return `${feature} may not reach ${other}: through domain or contract, or by a decision written in USES`;
}

/** The folder right under a part; files beside the folders belong to no feature. */
const featureOf = (part: string, inside: readonly string[]): string =>
  inside.length > 1 && part !== 'contract' ? (inside[0] ?? '') : '';

const isStyle = (from: string): boolean => /^\.\/[\w-]+\.module\.css$/.test(from);

/** Dependencies between features that nobody has any more: the table only holds what is true. */
export function unusedReaches(sources: readonly Source[]): string[] {
  const used = new Set(
    sources.flatMap((source) => {
      const [, part = '', ...inside] = source.path.split('/');
      return importsOf(source).map(
        ({ from }) => `${part}/${featureOf(part, inside)} ${featureOf(part, from.split('/').slice(1))}`,
      );
    }),
  );
  return Object.entries(USES).flatMap(([feature, others]) =>
    others.filter((other) => !used.has(`${feature} ${other}`)).map((other) => `${feature} no longer uses ${other}`),
  );
}
