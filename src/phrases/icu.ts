import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** An argument of a phrase, such as `{count, number}`. */
export type Argument = { readonly name: string; readonly kind: string };

/** The kind of argument that each element takes. `{x, number}` and `{x, plural, …}` both take a number. */
const KINDS: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: 'any',
  [TYPE.number]: 'number',
  [TYPE.plural]: 'number',
  [TYPE.select]: 'choice',
  [TYPE.date]: 'date',
  [TYPE.time]: 'date',
  [TYPE.tag]: 'tag',
};

/** Returns whether a phrase is well-formed ICU. */
export const isWellFormed = (phrase: string): boolean => {
  try {
    parse(phrase);
    return true;
  } catch {
    return false;
  }
};

/** Returns all elements of a phrase, also those inside of plurals and choices. An ill-formed phrase has none. */
export function elementsIn(phrase: string): MessageFormatElement[] {
  const inside = (elements: MessageFormatElement[]): MessageFormatElement[] =>
    elements.flatMap((element) => [element, ...childrenOf(element).flatMap(inside)]);
  return isWellFormed(phrase) ? inside(parse(phrase)) : [];
}

function childrenOf(element: MessageFormatElement): MessageFormatElement[][] {
  if (element.type === TYPE.tag) return [element.children];
  if (element.type === TYPE.plural || element.type === TYPE.select)
    return Object.values(element.options).map((option) => option.value);
  return [];
}

/** Returns the arguments of a phrase, by name. */
export function argumentsOf(phrase: string): Argument[] {
  const found = new Map<string, string>();
  for (const element of elementsIn(phrase)) {
    const kind = KINDS[element.type];
    // A phrase may show an argument plainly and also select a plural by it. Then the argument is a number.
    if (kind && 'value' in element && found.get(element.value) !== 'number') found.set(element.value, kind);
  }
  return [...found].map(([name, kind]) => ({ name, kind })).toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Returns a phrase without its arguments. `{name} ({count})` has no words to translate. */
export const bare = (phrase: string): string =>
  elementsIn(phrase)
    .map((element) => (element.type === TYPE.literal ? element.value : ''))
    .join(' ');
