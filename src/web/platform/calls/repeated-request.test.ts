import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRepeatedRequest } from '#web/platform/calls/repeated-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a request for the room', () => {
  it('is repeated until nothing is missing, in case its answer is lost', () => {
    const send = vi.fn<() => void>();
    const asking = createRepeatedRequest(send);
    asking.ask();
    vi.advanceTimersByTime(2_500);
    expect(send).toHaveBeenCalledTimes(3);
    asking.onRoomMessage(false);
    vi.advanceTimersByTime(5_000);
    expect(send).toHaveBeenCalledTimes(3);
  });
  it('is sent once for all gaps found before its answer', () => {
    const send = vi.fn<() => void>();
    const asking = createRepeatedRequest(send);
    for (let i = 0; i < 5; i += 1) asking.onRoomMessage(true);
    expect(send).toHaveBeenCalledTimes(1);
    asking.onRoomMessage(false);
    asking.onRoomMessage(true);
    expect(send).toHaveBeenCalledTimes(2);
  });
  it('stops when the page is left', () => {
    const send = vi.fn<() => void>();
    const asking = createRepeatedRequest(send);
    asking.ask();
    asking.stop();
    vi.advanceTimersByTime(5_000);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
