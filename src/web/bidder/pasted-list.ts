import { useState } from 'react';
import type { Choice } from '#web/design/fields/select-field.tsx';
import { useChange } from '#web/platform/calls/use-change.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** A line of a pasted list, with the candidates that the line may name. */
type PastedLine<Candidate> = {
  readonly name: string;
  readonly finding: string;
  readonly candidates: readonly Candidate[];
};

/** A pasted line that stays in the box because no candidate was chosen for it. `finding` is the reason. */
export type RemainingLine<Line extends { readonly finding: string }> = Omit<Line, 'finding'> & {
  readonly finding: Exclude<Line['finding'], 'found'> | 'repeated' | 'unknown';
};

type ChooseOptions<Candidate, Line, Chosen> = {
  /** Returns true if a candidate is already chosen, or conflicts with a chosen one. */
  readonly isTaken: (chosen: readonly Chosen[], candidate: Candidate) => boolean;
  readonly choose: (candidate: Candidate, line: Omit<Line, 'finding'>) => Chosen;
};

/** Chooses the candidates that lines of a pasted list name unambiguously. All other lines are returned in `left`. */
export function choosePasted<Candidate, Line extends PastedLine<Candidate>, Chosen>(
  before: readonly Chosen[],
  lines: readonly Line[],
  { isTaken, choose }: ChooseOptions<Candidate, Line, Chosen>,
): { readonly chosen: readonly Chosen[]; readonly left: readonly RemainingLine<Line>[] } {
  const chosen = [...before];
  const left: RemainingLine<Line>[] = [];
  for (const { finding, ...line } of lines) {
    const [candidate] = line.candidates;
    const leave = (why: string) => left.push({ ...line, finding: why } as RemainingLine<Line>);
    if (finding !== 'found' || !candidate) leave(finding === 'found' ? 'unknown' : finding);
    else if (isTaken(chosen, candidate)) leave('repeated');
    else chosen.push(choose(candidate, line));
  }
  return { chosen, left };
}

/** How a remaining line is shown: its name, the reason why it remains, and the candidates to choose from. */
export type RemainingLineView = {
  readonly name: string;
  readonly why: PhraseKey;
  readonly choices: readonly Choice[];
};

type LineViewOptions<Candidate, Finding> = {
  readonly isTaken: (candidate: Candidate) => boolean;
  readonly choiceOf: (candidate: Candidate) => Choice;
  readonly whyOf: (finding: Finding | 'ambiguous' | 'repeated') => PhraseKey;
};

/**
 * Returns the texts and choices for a remaining line. If the line is ambiguous, its choices are the candidates that can
 * still be chosen.
 */
export function viewOfRemaining<Candidate, Finding extends string>(
  { name, finding, candidates }: PastedLine<Candidate> & { readonly finding: Finding },
  { isTaken, choiceOf, whyOf }: LineViewOptions<Candidate, Finding>,
): RemainingLineView {
  if (finding !== 'ambiguous') return { name, why: whyOf(finding), choices: [] };
  const choices = candidates.filter((one) => !isTaken(one)).map(choiceOf);
  return { name, choices, why: whyOf(choices.length > 0 ? 'ambiguous' : 'repeated') };
}

/** Returns the text that stays in the box: the remaining lines. */
export const textOfRemaining = (left: readonly { readonly text: string }[]): string =>
  left.map(({ text }) => text).join('\n');

/** The result of checking the box: how many candidates were chosen, and which lines are left. */
type CheckResult<Left> = { readonly foundCount: number; readonly left: readonly Left[] };

type PastedListOptions<Line, Left> = {
  /** Looks up the candidates that each line names. */
  readonly read: (text: string) => Promise<readonly Line[]>;
  /** Chooses the candidate of each unambiguous line. Returns the other lines. */
  readonly take: (lines: readonly Line[]) => CheckResult<Left>;
};

/**
 * The state of a box for a pasted list of names. A check chooses the candidates of unambiguous lines. All other lines
 * stay in the box for correction.
 */
export function usePastedList<Line, Left extends { readonly text: string }>({
  read,
  take,
}: PastedListOptions<Line, Left>) {
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<CheckResult<Left>>();
  const keep = (after: CheckResult<Left>) => {
    setText(textOfRemaining(after.left));
    setChecked(after);
  };
  const { run, isPending, error } = useChange({ send: () => read(text), onDone: (lines) => keep(take(lines)) });
  return {
    text,
    change: (typed: string) => {
      setText(typed);
      setChecked(undefined);
    },
    check: () => run(),
    isPending,
    error,
    checked,
    /** True if the box contains text that has not been checked. */
    isUnchecked: text.trim() !== '' && !checked,
    /** Removes a line after the user has chosen a candidate for it. */
    settle: (line: Left) => {
      const { foundCount, left } = checked ?? { foundCount: 0, left: [] };
      keep({ foundCount: foundCount + 1, left: left.filter((one) => one !== line) });
    },
  };
}
/** The state of a box for a pasted list (`usePastedList`). */
export type PastedList<Left extends { readonly text: string }> = ReturnType<typeof usePastedList<unknown, Left>>;
