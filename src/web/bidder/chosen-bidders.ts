import type { BodyOf, ReplyOf } from '#contract/basics/route.ts';
import type { addBidders, listBidderCandidates, PastedLine } from '#contract/bidder/bidder.ts';
import type { FieldError } from '#contract/errors/errors.ts';
import { judgeMaxQuantity } from '#domain/basics/quantity.ts';
import { choosePasted, type RemainingLine } from '#web/bidder/pasted-list.ts';
import type { FieldRefusal } from '#web/design/forms/use-form.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** A user with a company that the user would bid for. A user may appear with several companies. */
export type Candidate = ReplyOf<typeof listBidderCandidates>['items'][number];

/** A chosen candidate with the maximum quantity typed so far. */
export type ChosenBidder = Candidate & {
  readonly maxQuantity: number | null;
  /** True if the field shows its error, because the administrator has left the field or sent the form. */
  readonly isTouched?: boolean;
  /** The server's refusal of this candidate. It stays until the candidate is changed. */
  readonly refused?: FieldRefusal | undefined;
};

/**
 * Returns a key for a user together with a company. The user alone is not enough: a user can appear with several
 * companies.
 */
export const candidateKey = ({ userId, accountId }: Pick<Candidate, 'userId' | 'accountId'>): string =>
  `${userId}/${accountId}`;

/** Returns whether this user is chosen with this company. */
export const isChosen = (chosen: readonly ChosenBidder[], candidate: Candidate): boolean =>
  chosen.some((one) => candidateKey(one) === candidateKey(candidate));

/** Adds a candidate to the chosen ones, or removes a candidate that is already chosen. */
export function toggleCandidate(chosen: readonly ChosenBidder[], candidate: Candidate): ChosenBidder[] {
  return isChosen(chosen, candidate)
    ? chosen.filter((one) => candidateKey(one) !== candidateKey(candidate))
    : [...chosen, { ...candidate, maxQuantity: null }];
}

/** Returns why a candidate conflicts with the chosen ones. An auction can have each user and each account only once. */
export function clashOf(chosen: readonly ChosenBidder[], candidate: Candidate): PhraseKey | undefined {
  if (isChosen(chosen, candidate)) return undefined;
  if (chosen.some(({ userId }) => userId === candidate.userId)) return 'bidder.sameUser';
  return chosen.some(({ accountId }) => accountId === candidate.accountId) ? 'bidder.sameAccount' : undefined;
}

/** Returns the list with one chosen candidate changed. */
export const changeChosen = (
  chosen: readonly ChosenBidder[],
  key: string,
  change: Partial<ChosenBidder>,
): ChosenBidder[] => chosen.map((one) => (candidateKey(one) === key ? { ...one, ...change } : one));

/** Returns the error beside a chosen candidate's quantity: the rule's error, else the server's refusal. */
export const refusalOf = (bidder: ChosenBidder): FieldRefusal | undefined =>
  (bidder.isTouched ? judgeMaxQuantity(bidder.maxQuantity) : undefined) ?? bidder.refused;

/** Returns true if all chosen candidates have a valid maximum quantity. */
export const areValid = (chosen: readonly ChosenBidder[]): boolean =>
  chosen.every(({ maxQuantity }) => judgeMaxQuantity(maxQuantity) === undefined);

/** Returns the body of the call that adds the chosen candidates. */
export const addRequest = (chosen: readonly ChosenBidder[]): BodyOf<typeof addBidders> => ({
  buyers: chosen.map(({ userId, accountId, maxQuantity }) => ({ userId, accountId, maxQuantity })),
});

/**
 * Returns the chosen candidates with the server's refusals. A refusal names a candidate by its index, for example
 * `buyers.2.accountId`.
 */
export const withRefusals = (
  chosen: readonly ChosenBidder[],
  fields: Readonly<Record<string, FieldError>>,
): ChosenBidder[] =>
  chosen.map((bidder, index) => {
    const about = Object.entries(fields).find(([name]) => name.startsWith(`buyers.${index}.`));
    return { ...bidder, refused: about?.[1] };
  });

/** A pasted line that stays in the box, with the reason. */
export type RemainingBidderLine = RemainingLine<PastedLine>;

/** Chooses the candidates that a pasted list names unambiguously. All other lines are returned in `left`. */
export const choosePastedBidders = (before: readonly ChosenBidder[], lines: readonly PastedLine[]) =>
  choosePasted(before, lines, { isTaken, choose: pastedBidder });

/** Returns true if a candidate is already chosen, or conflicts with a chosen one. */
export const isTaken = (chosen: readonly ChosenBidder[], candidate: Candidate): boolean =>
  isChosen(chosen, candidate) || clashOf(chosen, candidate) !== undefined;

/**
 * Returns the chosen candidate for a pasted line. If the quantity is invalid, its error is shown immediately, because
 * the quantity was pasted too.
 */
export const pastedBidder = (candidate: Candidate, { maxQuantity }: Pick<PastedLine, 'maxQuantity'>): ChosenBidder => ({
  ...candidate,
  maxQuantity,
  isTouched: true,
});
