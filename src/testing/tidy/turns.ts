import { lineAt, type Finding, type Rule } from '#testing/tidy/source.ts';

/** Phrases that people must read twice, each with the plain alternative. */
const TURNS: readonly (readonly [RegExp, string])[] = [
  [/\bwho(m|se)?(so)?ever\b/gi, 'say “anyone who”, “any user” or name the actor'],
  [/\banew\b/gi, 'say “again”'],
  [/\bfor so long\b|\bso (long|often)(?=[,.;)]| at most)/gi, 'say “as long as” or “as often as”'],
  [/\b(in|with) the same breath\b/gi, 'say “in the same step” or “synchronously”'],
  [/\bsigns? of life\b/gi, 'say “heartbeat”'],
  [/\bslips? of the finger\b/gi, 'say “typing mistake”'],
  [/\bmend(s|ed|ing)?\b/gi, 'say “fix”'],
  [/\b(is|are|was|were|be|being) told of\b/gi, 'say “is notified of” or “learns of”'],
  [/\b(is|was|are|were) (nowhere )?said\b/gi, 'say “is specified”, “is documented” or name the document'],
  [/\bstands? (in|on|beside|behind|below|above|there|where|still|as)\b/gi, 'say “is”, “is listed” or “stays”'],
  [/\bcomes? to be\b/gi, 'say “becomes” or “is created”'],
  [/\bever after\b/gi, 'say “from then on”'],
  [/\bgoes on\b/gi, 'say “continues”'],
  [/\bonce more\b/gi, 'say “again”'],
  [/\bsees? to it\b/gi, 'say “makes sure”'],
  [/\bhands on\b|\bto hand on\b/gi, 'say “passes on” or “forwards”'],
  [/\blets? go of\b/gi, 'say “releases”'],
  [/\buses? (it|them|\w+) up\b/gi, 'say “consumes”'],
  [/\bbefore one’s eyes\b|\bbefore one's eyes\b/gi, 'say “while the page is open”'],
  [/\bheld to (it|that|them)\b/gi, 'say “compared with”'],
];

/** Matches a sentence whose subject is a clause, such as “Who bids late is told …”. Better: “A late bidder gets …”. */
const CLAUSE = /^(?:[*/\s]*)(Who|Whose|Whom|What|Whatever)\b(?![^.]*\?)/gm;
const NAME_THE_ACTOR = 'begins with a clause: begin with the actor or the thing';

/** Finds such phrases in comments. */
export const turns: Rule = ({ comments }) =>
  comments.flatMap(({ value, start }) => turnsIn(value).map(({ at, says }) => ({ at: start + 2 + at, says })));

/** Returns such phrases in a document, each with its line and the alternative. Text in backquotes is not checked. */
export const turnsInDocument = (path: string, text: string): string[] =>
  turnsIn(text.replaceAll(/```.*?```|`[^`\n]*`/gs, (code) => code.replaceAll(/[^\n]/g, ' '))).map(
    ({ at, says }) => `${path}:${lineAt(text, at)} ${says}`,
  );

function turnsIn(text: string): Finding[] {
  const found = TURNS.flatMap(([turn, instead]) =>
    [...text.matchAll(turn)].map(({ index, 0: words }) => ({ at: index, says: `“${words}”: ${instead}` })),
  );
  const clauses = [...text.matchAll(CLAUSE)].filter(({ index }) => startsSentence(text, index));
  return [...found, ...clauses.map(({ index, 1: word }) => ({ at: index, says: `“${word}”: ${NAME_THE_ACTOR}` }))];
}

/**
 * Returns whether a line begins a sentence. It does if it is the first line, or if the line before it is empty or ends
 * a sentence.
 */
const startsSentence = (text: string, at: number): boolean => /^$|(^|[.!?:])\s*[*/\s]*$/.test(text.slice(0, at));
