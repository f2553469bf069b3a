import { lineAt, type Finding, type Rule } from '#testing/tidy/source.ts';

const CITED = /(?<=docs\/|\()rules\.md(?:#([\w-]+))?|(?<![\w-])(?:rules|specification),? (?:section )?\d[\d.]*/gi;

/** Returns the anchors that GitHub makes for a document's headings. */
export const anchorsOf = (document: string): ReadonlySet<string> =>
  new Set(
    [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  );

/**
 * Returns the wrong citations of a document. A citation is wrong if its section does not exist, if it names no section,
 * or if it cites a rule by number.
 */
export const wrongCitations = (path: string, text: string, anchors: ReadonlySet<string>): string[] =>
  wrongIn(text, anchors).map(({ at, says }) => `${path}:${lineAt(text, at)} ${says}`);

/** Finds wrong citations in comments. */
export const citations =
  (anchors: ReadonlySet<string>): Rule =>
  ({ comments }) =>
    comments.flatMap(({ value, start }) => wrongIn(value, anchors).map(({ at, says }) => ({ at: start + at, says })));

const wrongIn = (text: string, anchors: ReadonlySet<string>): Finding[] =>
  [...text.matchAll(CITED)]
    .filter(([, anchor]) => anchor === undefined || !anchors.has(anchor))
    .map(({ index, 0: cited }) => ({
      at: index,
      says: `cites ${cited}; cite an existing section, such as docs/rules.md#bid-checks`,
    }));
