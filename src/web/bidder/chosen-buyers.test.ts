import { expect, test } from 'vitest';
import { textOfLeft } from '#web/bidder/pasted-list.ts';
import {
  addRequest,
  areRight,
  candidateKey,
  changeBuyer,
  choosePastedBuyers,
  clashOf,
  refusalOf,
  toggle,
  withRefusals,
  type Candidate,
} from '#web/bidder/chosen-buyers.ts';

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
  const chosen = toggle(toggle([], anna), chen);
  expect(chosen.map(({ userId }) => userId)).toEqual(['anna', 'chen']);
  expect(toggle(chosen, anna).map(({ userId }) => userId)).toEqual(['chen']);
});

test('a person and a company each take part once', () => {
  const chosen = toggle([], anna);
  expect(clashOf(chosen, annaForBlue)).toBe('bidder.sameUser');
  expect(clashOf(chosen, ben)).toBe('bidder.sameAccount');
  expect(clashOf(chosen, chen)).toBeUndefined();
  expect(clashOf(chosen, anna)).toBeUndefined();
});

test('the request contains ids and quantities only, empty ones as null', () => {
  const chosen = changeBuyer(toggle(toggle([], anna), chen), candidateKey(chen), { maxQuantity: 500 });
  expect(addRequest(chosen)).toEqual({
    buyers: [
      { userId: 'anna', accountId: 'green', maxQuantity: null },
      { userId: 'chen', accountId: 'red', maxQuantity: 500 },
    ],
  });
});

test('a wrong quantity is reported once the field loses focus', () => {
  const [typed] = changeBuyer(toggle([], anna), candidateKey(anna), { maxQuantity: 1.5 });
  expect(typed && refusalOf(typed)).toBeUndefined();
  expect(typed && areRight([typed])).toBe(false);
  expect(typed && refusalOf({ ...typed, isTouched: true })).toEqual({ code: 'quantity_must_be_integer' });
});

test("the server's errors appear beside the field that they concern", () => {
  const chosen = toggle(toggle([], anna), chen);
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
  const { chosen, left } = choosePastedBuyers(toggle([], anna), lines);
  expect(chosen.map(({ userId }) => userId)).toEqual(['anna', 'chen']);
  expect(chosen[1] && refusalOf(chosen[1])).toMatchObject({ code: 'quantity_out_of_range' });
  expect(left.map(({ finding }) => finding)).toEqual(['repeated', 'ambiguous', 'unknown', 'repeated']);
  expect(textOfLeft(left)).toBe('blue\ngreen\n?\nchen again');
});
