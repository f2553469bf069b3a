import { basename } from 'node:path';

/** A decision as its own file describes it. The index must contain the same facts. */
type DecisionRow = {
  readonly number: number;
  readonly title: string;
  readonly path: string;
  readonly date: string;
  /** Numbers of the newer decisions that change this decision. */
  readonly changedBy: readonly number[];
};

const DATED = /^Date: (\d{4}-\d{2}-\d{2})\. Status: (?:accepted|superseded by decision \d+)\./m;

/**
 * Returns the rows that the index must have. `contents` holds the text of each decision by its path within `decisions`.
 * It does not include the index.
 */
export function decisionRows(contents: ReadonlyMap<string, string>): DecisionRow[] {
  const read = [...contents].map(([path, text]) => ({ path, text, number: Number.parseInt(basename(path), 10) }));
  return read
    .map(({ path, text, number }) => ({
      number,
      title: /^# \d+\. (.+)$/m.exec(text)?.[1] ?? 'no title',
      path,
      date: DATED.exec(text)?.[1] ?? 'no date',
      changedBy: read
        .filter((other) => numbersAfter('Changes', other.text).includes(number))
        .map((other) => other.number)
        .toSorted((a, b) => a - b),
    }))
    .toSorted((a, b) => a.number - b.number);
}

/** Returns the rows that the index has. */
export const indexRows = (index: string): DecisionRow[] =>
  [...index.matchAll(/^\| (\d+) +\| \[(.+)\]\((\S+)\) +\| [\w-]+ +\| ([\d-]+) +\| ([\d, ]*) *\|$/gm)].map(
    ([, number, title = '', path = '', date = '', changedBy = '']) => ({
      number: Number(number),
      title,
      path,
      date,
      changedBy: numbersIn(changedBy),
    }),
  );

/** Returns the decisions whose date line does not name the newer decisions that change them. */
export function silentAboutChanges(contents: ReadonlyMap<string, string>): string[] {
  return decisionRows(contents)
    .filter(({ path, changedBy }) => {
      const named = numbersAfter('Changed by', contents.get(path) ?? '');
      return changedBy.join(',') !== named.join(',');
    })
    .map(
      ({ path, changedBy }) =>
        `${path} is changed by ${changedBy.join(', ') || 'no other decision'}; say so in its date line`,
    );
}

/** Returns the decision numbers that follow a verb in the date line, such as "Changes decisions 15, 18 and 22." */
function numbersAfter(verb: 'Changes' | 'Changed by', text: string): number[] {
  const line = /^Date: .*$/m.exec(text)?.[0] ?? '';
  return numbersIn(new RegExp(`\\b${verb} decisions? ([^.]*)\\.`).exec(line)?.[1] ?? '');
}

const numbersIn = (text: string): number[] => [...text.matchAll(/\d+/g)].map(([number]) => Number(number));
