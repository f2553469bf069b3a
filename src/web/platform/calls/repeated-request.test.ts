import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRepeatedRequest } from '#web/platform/calls/repeated-request.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a question about the room', () => {
  it('is asked again until nothing is missing, in case its answer is lost', () => {
    const send = vi.fn<() => void>();
    const asking = createRepeatedRequest(send);
    asking.ask();
    vi.advanceTimersByTime(2_500);
    expect(send).toHaveBeenCalledTimes(3);
    asking.onRoomMessage(false);
    vi.advanceTimersByTime(5_000);
    expect(send).toHaveBeenCalledTimes(3);
  });
  it('is asked once for the gaps that are met before its answer comes', () => {
    const send = vi.fn<() => void>();
    const asking = createRepeatedRequest(send);
    for (let i = 0; i < 5; i += 1) asking.onRoomMessage(true);
    expect(send).toHaveBeenCalledTimes(1);
    asking.onRoomMessage(false);
    asking.onRoomMessage(true);
    expect(send).toHaveBeenCalledTimes(2);
  });
  it('is given up with the page', () => {
    const send = vi.fn<() => void>();
    const asking = createRepeatedRequest(send);
    asking.ask();
    asking.stop();
    vi.advanceTimersByTime(5_000);
    expect(send).toHaveBeenCalledTimes(1);
  });
});
