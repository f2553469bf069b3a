import { isNode, isTest, nodesOf, type Source } from '#testing/tidy/source.ts';

export type Phrases = { readonly [key: string]: string | Phrases };

/** Returns the phrases of a catalog with their whole keys, such as `auction.title`. */
export const textsOf = (phrases: Phrases, path = ''): (readonly [key: string, text: string])[] =>
  Object.entries(phrases).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : textsOf(value, `${path + key}.`),
  );

export const keysOf = (phrases: Phrases): string[] => textsOf(phrases).map(([key]) => key);

/** Syntax nodes that mention a text but do not use it: a type that allows the text, or a comparison with it. */
const SPEAKS_OF = new Set(['TSLiteralType', 'BinaryExpression', 'SwitchCase']);

/** Returns the texts that a file's code uses, and the property names of its objects. */
function saidTexts(source: Source): string[] {
  return nodesOf(source.tree).flatMap(([node, parent]) => {
    const { type, value, key } = node;
    if (type === 'Property' && isNode(key) && typeof key.name === 'string') return [key.name];
    return type === 'Literal' && typeof value === 'string' && !SPEAKS_OF.has(parent?.type ?? '') ? [value] : [];
  });
}

/** Returns the beginnings of composed texts. For example, `fuel.${type}` can be any phrase that begins with `fuel.`. */
function saidBeginnings(source: Source): string[] {
  return nodesOf(source.tree).flatMap(([node]) => {
    const { quasis } = node;
    if (node.type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length < 2) return [];
    const first = (quasis[0] as { value: { cooked: string } }).value.cooked;
    return first.includes('.') ? [first] : [];
  });
}

/** Returns the codes of the error catalog that neither the domain nor the server uses. */
export function unsaidCodes(codes: readonly string[], sources: readonly Source[]): string[] {
  const said = new Set(
    sources.filter(({ path }) => /^src\/(domain|server)\//.test(path) && !isTest(path)).flatMap(saidTexts),
  );
  return codes
    .filter((code) => !said.has(code))
    .map((code) => `nothing produces the error code ${code}; delete it from src/contract/errors`);
}

const ERROR = 'error.';

/**
 * Returns the phrases that no screen and no email uses. The phrase of an error counts as used if `codes` contains the
 * error's code, or if the server or the browser uses this code.
 */
export function unusedPhrases(keys: readonly string[], codes: readonly string[], sources: readonly Source[]): string[] {
  // The domain names the headings of files to import, and the phrases of fees.
  const users = sources.filter(
    ({ path }) => /^src\/(server|web|domain\/import|domain\/platform-setting)\//.test(path) && !isTest(path),
  );
  const said = new Set(users.flatMap(saidTexts));
  const beginnings = [...new Set(users.flatMap(saidBeginnings))];
  const isUnused = (key: string): boolean => {
    if (said.has(key)) return false;
    const code = key.startsWith(ERROR) ? key.slice(ERROR.length) : undefined;
    if (code !== undefined) return !codes.includes(code) && !said.has(code);
    return !beginnings.some((beginning) => key.startsWith(beginning));
  };
  return keys.filter(isUnused).map((key) => `nothing uses the phrase ${key}; delete it from src/phrases/*.json`);
}
