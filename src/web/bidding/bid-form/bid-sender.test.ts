import { describe, expect, it, vi } from 'vitest';
import type { PlacedBids } from '#contract/bidding/bidding.ts';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { createBidSender } from '#web/bidding/bid-form/bid-sender.ts';

const input = {
  auctionItemId: 'item-1',
  price: 11,
  quantity: 10,
  bidderPartialFulfillment: false,
  minimumAcceptable: null,
};
const placed: PlacedBids = { bids: [], version: 1, receivedAt: '2026-03-01T09:00:00.000Z', receipt: null };
const lost = () => new ApiError('no_response', {});

function aSender(answers: (() => PlacedBids)[]) {
  let key = 0;
  const place = vi.fn((_input: unknown, _key: string) =>
    Promise.resolve().then(() => (answers.shift() ?? (() => placed))()),
  );
  const sender = createBidSender({ place, newKey: () => `key-${++key}`, waitBefore: () => Promise.resolve() });
  return { sender, place };
}
const fail = (error: ApiError) => () => {
  throw error;
};

describe('sending a bid', () => {
  it('shows it as sending until it is placed', async () => {
    const { sender } = aSender([]);
    const sent = sender.send(input);
    expect(sender.outgoing.get()).toEqual([{ key: 'key-1', input, state: 'sending' }]);
    expect(await sent).toEqual({ kind: 'placed', placed });
    expect(sender.outgoing.get()).toEqual([]);
  });

  it('retries under the same key when no answer came, so that it stays one bid', async () => {
    const { sender, place } = aSender([fail(lost()), fail(new ApiError('service_busy', { status: 503 }))]);
    expect((await sender.send(input)).kind).toBe('placed');
    expect(place.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it('says why the server accepts nothing at the moment, while it retries', async () => {
    const error = new ApiError('standby_away', { status: 503, message: 'Nothing is accepted.' });
    const { sender } = aSender(Array.from({ length: 6 }, () => fail(error)));
    expect((await sender.send(input)).kind).toBe('unknown');
    expect(sender.outgoing.get()).toMatchObject([{ state: 'unknown', reason: error.message }]);
  });

  it('removes a rejected bid with its reason, and does not repeat it', async () => {
    const error = new ApiError('bid_unchanged', { status: 422 });
    const { sender, place } = aSender([fail(error)]);
    expect(await sender.send(input)).toEqual({ kind: 'refused', error });
    expect(place).toHaveBeenCalledTimes(1);
    expect(sender.outgoing.get()).toEqual([]);
  });

  it('keeps a bid without an answer as unknown, and asks again with its key on request', async () => {
    const { sender, place } = aSender(Array.from({ length: 6 }, () => fail(lost())));
    expect((await sender.send(input)).kind).toBe('unknown');
    expect(sender.outgoing.get()).toMatchObject([{ key: 'key-1', state: 'unknown' }]);
    expect((await sender.askAgain('key-1')).kind).toBe('placed');
    expect(new Set(place.mock.calls.map(([, key]) => key))).toEqual(new Set(['key-1']));
    expect(sender.outgoing.get()).toEqual([]);
  });

  it('gives every intent its own key', async () => {
    const { sender, place } = aSender([]);
    await Promise.all([sender.send(input), sender.send(input)]);
    expect(place.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-2']);
  });
});
