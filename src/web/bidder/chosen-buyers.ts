import type { BodyOf, ReplyOf } from '#contract/basics/route.ts';
import type { addBidders, listBidderCandidates, PastedLine } from '#contract/bidder/bidder.ts';
import type { FieldError } from '#contract/errors/errors.ts';
import { judgeMaxQuantity } from '#domain/basics/quantity.ts';
import { choosePasted, type LeftOf } from '#web/bidder/pasted-list.ts';
import type { FieldRefusal } from '#web/design/forms/use-form.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** A person with the company that they would bid for: one person may stand for several. */
export type Candidate = ReplyOf<typeof listBidderCandidates>['items'][number];

/** A candidate that was ticked, with the maximum quantity typed so far. */
export type ChosenBuyer = Candidate & {
  readonly maxQuantity: number | null;
  /** Complaints are shown once the field was left or the form was sent. */
  readonly isTouched?: boolean;
  /** What the server refused about this one, until it is changed. */
  readonly refused?: FieldRefusal | undefined;
};

export const candidateKey = ({ userId, accountId }: Pick<Candidate, 'userId' | 'accountId'>): string =>
  `${userId}/${accountId}`;

export const isChosen = (chosen: readonly ChosenBuyer[], candidate: Candidate): boolean =>
  chosen.some((one) => candidateKey(one) === candidateKey(candidate));

export function toggle(chosen: readonly ChosenBuyer[], candidate: Candidate): ChosenBuyer[] {
  return isChosen(chosen, candidate)
    ? chosen.filter((one) => candidateKey(one) !== candidateKey(candidate))
    : [...chosen, { ...candidate, maxQuantity: null }];
}

/** Why a candidate can't be ticked beside those that are: a user and an account each take part once. */
export function clashOf(chosen: readonly ChosenBuyer[], candidate: Candidate): PhraseKey | undefined {
  if (isChosen(chosen, candidate)) return undefined;
  if (chosen.some(({ userId }) => userId === candidate.userId)) return 'bidder.sameUser';
  return chosen.some(({ accountId }) => accountId === candidate.accountId) ? 'bidder.sameAccount' : undefined;
}

export const changeBuyer = (chosen: readonly ChosenBuyer[], key: string, change: Partial<ChosenBuyer>): ChosenBuyer[] =>
  chosen.map((one) => (candidateKey(one) === key ? { ...one, ...change } : one));

/** What stands beside a chosen one's quantity: the rule's complaint, else what the server refused. */
export const refusalOf = (buyer: ChosenBuyer): FieldRefusal | undefined =>
  (buyer.isTouched ? judgeMaxQuantity(buyer.maxQuantity) : undefined) ?? buyer.refused;

export const areRight = (chosen: readonly ChosenBuyer[]): boolean =>
  chosen.every(({ maxQuantity }) => judgeMaxQuantity(maxQuantity) === undefined);

export const addRequest = (chosen: readonly ChosenBuyer[]): BodyOf<typeof addBidders> => ({
  buyers: chosen.map(({ userId, accountId, maxQuantity }) => ({ userId, accountId, maxQuantity })),
});

/** Puts the server's refusals, `buyers.2.accountId`, beside the chosen ones that they are about. */
export const withRefusals = (
  chosen: readonly ChosenBuyer[],
  fields: Readonly<Record<string, FieldError>>,
): ChosenBuyer[] =>
  chosen.map((buyer, index) => {
    const about = Object.entries(fields).find(([name]) => name.startsWith(`buyers.${index}.`));
    return { ...buyer, refused: about?.[1] };
  });

/** A pasted line that stays in the box, and why. */
export type LeftLine = LeftOf<PastedLine>;

/** Chooses everybody that a pasted list means without doubt; the other lines are left. */
export const choosePastedBuyers = (before: readonly ChosenBuyer[], lines: readonly PastedLine[]) =>
  choosePasted(before, lines, { isTaken, choose: pastedBuyer });

export const isTaken = (chosen: readonly ChosenBuyer[], candidate: Candidate): boolean =>
  isChosen(chosen, candidate) || clashOf(chosen, candidate) !== undefined;

/** A wrong quantity is complained of at once: it was typed already. */
export const pastedBuyer = (candidate: Candidate, { maxQuantity }: Pick<PastedLine, 'maxQuantity'>): ChosenBuyer => ({
  ...candidate,
  maxQuantity,
  isTouched: true,
});
