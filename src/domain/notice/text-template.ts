/**
 * Texts with placeholders: `{name}`, `{count, number}`, `{price, number, price}`, `{count, plural, =0 {…} other {…}}`
 * and `{kind, select, yes {…} other {…}}`. All other characters are text, also `<` and `'`.
 */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly format: ValueFormat }
  | { readonly kind: 'count' }
  | { readonly kind: 'plural' | 'select'; readonly name: string; readonly options: ReadonlyMap<string, Template> };
export type Template = readonly Piece[];

/** Texts that were stored before the currency was a setting have prices as `::.00`. */
const FORMATS = { '': 'plain', number: 'number', 'number, price': 'price', 'number, ::.00': 'price' } as const;
export type ValueFormat = (typeof FORMATS)[keyof typeof FORMATS];

const VALUE = /^\s*([a-zA-Z]\w*)\s*(?:,\s*([^{}]*?)\s*)?$/;
const CHOICE = /^\s*([a-zA-Z]\w*)\s*,\s*(plural|select)\s*,/;
const OPTION = /^\s*(=\d+|[\w-]+)\s*\{/;
const PLURAL_OPTION = /^(?:=\d+|zero|one|two|few|many|other)$/;
const DEPTH_MAX = 3;

/** Returns the pieces of a text; undefined if a placeholder is broken. */
export function parseTemplate(text: string): Template | undefined {
  const read = readPieces(text, 0, { depth: 0, isPlural: false });
  return read && read.end === text.length ? read.pieces : undefined;
}

type Place = { readonly depth: number; readonly isPlural: boolean };
type ReadPieces = { readonly pieces: Template; readonly end: number };

/** Reads pieces until the end of the text or the brace that closes an option. */
function readPieces(text: string, from: number, place: Place): ReadPieces | undefined {
  const pieces: Piece[] = [];
  const special = place.isPlural ? /[{}#]/g : /[{}]/g;
  let at = from;
  while (at < text.length && text[at] !== '}') {
    if (text[at] === '{') {
      const read = readPlaceholder(text, at + 1, place);
      if (!read) return undefined;
      pieces.push(read.piece);
      at = read.end;
    } else if (place.isPlural && text[at] === '#') {
      pieces.push({ kind: 'count' });
      at += 1;
    } else {
      special.lastIndex = at;
      const next = special.exec(text)?.index ?? text.length;
      pieces.push({ kind: 'text', text: text.slice(at, next) });
      at = next;
    }
  }
  return { pieces, end: at };
}

type ReadPiece = { readonly piece: Piece; readonly end: number };

function readPlaceholder(text: string, from: number, place: Place): ReadPiece | undefined {
  const [head, choiceName = '', kind] = CHOICE.exec(text.slice(from)) ?? [];
  if (head && (kind === 'plural' || kind === 'select'))
    return readOptions(text, from + head.length, { name: choiceName, kind, place });
  const end = text.indexOf('}', from);
  const [, name, format = ''] = (end < 0 ? undefined : VALUE.exec(text.slice(from, end))) ?? [];
  const known = Object.entries(FORMATS).find(([written]) => written === format.replaceAll(/\s*,\s*/g, ', '));
  return name && known ? { piece: { kind: 'value', name, format: known[1] }, end: end + 1 } : undefined;
}

type Choice = { readonly name: string; readonly kind: 'plural' | 'select'; readonly place: Place };

function readOptions(text: string, from: number, { name, kind, place }: Choice): ReadPiece | undefined {
  const options = new Map<string, Template>();
  const inside = { depth: place.depth + 1, isPlural: kind === 'plural' || place.isPlural };
  let at = from;
  if (inside.depth > DEPTH_MAX) return undefined;
  for (let option = OPTION.exec(text.slice(at)); option; option = OPTION.exec(text.slice(at))) {
    const [head, key = ''] = option;
    const read = readPieces(text, at + head.length, inside);
    const isAllowed = kind === 'select' || PLURAL_OPTION.test(key);
    if (!read || text[read.end] !== '}' || !isAllowed || options.has(key)) return undefined;
    options.set(key, read.pieces);
    at = read.end + 1;
  }
  const [rest] = /^\s*\}/.exec(text.slice(at)) ?? [];
  return rest && options.has('other') ? { piece: { kind, name, options }, end: at + rest.length } : undefined;
}

/** Returns how a text uses its placeholders, also those inside options. */
export function usesIn(template: Template): Exclude<Piece, { kind: 'text' | 'count' }>[] {
  return template.flatMap((piece) => {
    if (piece.kind === 'text' || piece.kind === 'count') return [];
    return piece.kind === 'value' ? [piece] : [piece, ...[...piece.options.values()].flatMap(usesIn)];
  });
}

/** Returns the names of the placeholders that a text always contains, whichever options apply. */
export function alwaysIn(template: Template): Set<string> {
  const names = new Set<string>();
  for (const piece of template) {
    if (piece.kind === 'text' || piece.kind === 'count') continue;
    if (piece.kind !== 'select') names.add(piece.name);
    if (piece.kind === 'value') continue;
    const [first, ...others] = [...piece.options.values()].map(alwaysIn);
    for (const name of first ?? []) if (others.every((other) => other.has(name))) names.add(name);
  }
  return names;
}
