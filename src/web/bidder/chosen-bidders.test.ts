import { expect, test } from 'vitest';
import { textOfRemaining } from '#web/bidder/pasted-list.ts';
import {
  addRequest,
  areValid,
  candidateKey,
  changeChosen,
  choosePastedBidders,
  clashOf,
  refusalOf,
  toggleCandidate,
  withRefusals,
  type Candidate,
} from '#web/bidder/chosen-bidders.ts';

const candidate = (userId: string, accountId: string): Candidate => ({
  userId,
  accountId,
  username: `user ${userId}`,
  businessAccount: `company ${accountId}`,
});

const anna = candidate('anna', 'green');
const annaForBlue = candidate('anna', 'blue');
const ben = candidate('ben', 'green');
const chen = candidate('chen', 'red');

test('selecting twice deselects a candidate', () => {
  const chosen = toggleCandidate(toggleCandidate([], anna), chen);
  expect(chosen.map(({ userId }) => userId)).toEqual(['anna', 'chen']);
  expect(toggleCandidate(chosen, anna).map(({ userId }) => userId)).toEqual(['chen']);
});

test('a person and a company each take part once', () => {
  const chosen = toggleCandidate([], anna);
  expect(clashOf(chosen, annaForBlue)).toBe('bidder.sameUser');
  expect(clashOf(chosen, ben)).toBe('bidder.sameAccount');
  expect(clashOf(chosen, chen)).toBeUndefined();
  expect(clashOf(chosen, anna)).toBeUndefined();
});

test('the request contains ids and quantities only, empty ones as null', () => {
  const chosen = changeChosen(toggleCandidate(toggleCandidate([], anna), chen), candidateKey(chen), {
    maxQuantity: 500,
  });
  expect(addRequest(chosen)).toEqual({
    buyers: [
      { userId: 'anna', accountId: 'green', maxQuantity: null },
      { userId: 'chen', accountId: 'red', maxQuantity: 500 },
    ],
  });
});

test('a wrong quantity is reported once the field loses focus', () => {
  const [typed] = changeChosen(toggleCandidate([], anna), candidateKey(anna), { maxQuantity: 1.5 });
  expect(typed && refusalOf(typed)).toBeUndefined();
  expect(typed && areValid([typed])).toBe(false);
  expect(typed && refusalOf({ ...typed, isTouched: true })).toEqual({ code: 'quantity_must_be_integer' });
});

test("the server's errors appear beside the field that they concern", () => {
  const chosen = toggleCandidate(toggleCandidate([], anna), chen);
  const refused = withRefusals(chosen, { 'buyers.1.accountId': { code: 'bidder_is_owner', message: '' } });
  expect(refused.map(({ refused: about }) => about?.code)).toEqual([undefined, 'bidder_is_owner']);
});

test('selects each unambiguous name of a pasted list once, and keeps the other lines with their reasons', () => {
  const line = (text: string, finding: 'found' | 'ambiguous' | 'unknown', ...candidates: Candidate[]) => ({
    text,
    name: text,
    maxQuantity: 0,
    finding,
    candidates,
  });
  const lines = [
    line('chen', 'found', chen),
    line('blue', 'found', annaForBlue),
    line('green', 'ambiguous', anna, ben),
    line('?', 'unknown'),
    line('chen again', 'found', chen),
  ];
  const { chosen, left } = choosePastedBidders(toggleCandidate([], anna), lines);
  expect(chosen.map(({ userId }) => userId)).toEqual(['anna', 'chen']);
  expect(chosen[1] && refusalOf(chosen[1])).toMatchObject({ code: 'quantity_out_of_range' });
  expect(left.map(({ finding }) => finding)).toEqual(['repeated', 'ambiguous', 'unknown', 'repeated']);
  expect(textOfRemaining(left)).toBe('blue\ngreen\n?\nchen again');
});
