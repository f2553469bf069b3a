import { nodesOf, type Rule } from '#testing/tidy/source.ts';

/** Names that say nothing about what is inside. */
const EMPTY_NAME = /(^|[/.-])(utils?|helpers?|common|shared|managers?|services?|index)(?=[/.-]|$)/i;
/** Files are kebab-case; a route's file name is its path (`$auctionId.tsx`, `_user.tsx`, `__root.tsx`). */
const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
const ROUTE_NAME = /^src\/web\/routes\//;

export const names: Rule = ({ path }) => {
  const empty = EMPTY_NAME.exec(path.replace(ROUTE_NAME, ''));
  if (empty && !(ROUTE_NAME.test(path) && /index\.tsx$/.test(path)))
    return [{ at: 0, says: `is called "${empty[2]}": name it after what it does` }];
  const name = path.split('/').at(-1) ?? '';
  return FILE_NAME.test(name) || ROUTE_NAME.test(path) ? [] : [{ at: 0, says: 'is not kebab-case' }];
};

/** Tools that read a file's default export: their own configuration and set-up. */
const DEFAULT_EXPORT = /^e2e\/set-up\.ts$|\.config\.ts$/;

export const forbidden: Rule = ({ path, tree }) =>
  [...nodesOf(tree)].flatMap(([{ type, start }]) => {
    if (type === 'TSAnyKeyword') return [{ at: start, says: 'says any' }];
    if (type === 'TSNonNullExpression') return [{ at: start, says: 'says ! instead of proving it' }];
    if (type === 'TSEnumDeclaration') return [{ at: start, says: 'is an enum: use a union' }];
    const isDefault = type === 'ExportDefaultDeclaration' && !DEFAULT_EXPORT.test(path);
    return isDefault ? [{ at: start, says: 'is a default export: name it' }] : [];
  });

const PROMISE = /\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b/g;

export const promises: Rule = ({ text }) =>
  [...text.matchAll(PROMISE)].map(({ index, 0: word }) => ({
    at: index,
    says: `says ${word}: do it or open an issue`,
  }));
