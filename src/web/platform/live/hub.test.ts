import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { backoffMs } from '#web/platform/calls/backoff.ts';
import { Hub, hubUrl } from '#web/platform/live/hub.ts';

/** A fake socket. The test acts as the server. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly readyState = 1;
  readonly url: string;
  readonly sent: { event: string; data: object }[] = [];
  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { event: string; data: object });
  }
  close(): void {}
  say(frame: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

const last = (): FakeSocket => FakeSocket.all.at(-1) ?? new FakeSocket('none');
const heard: unknown[] = [];
const openHub = (token: () => Promise<{ url: string; accessToken: string }>) => {
  const connected = vi.fn();
  const hub = new Hub({ token, onConnected: connected, onMessage: (message) => heard.push(message) });
  const close = hub.open();
  return { hub, connected, close, state: () => hub.connection.get().state };
};
const goodToken = async () => ({ url: '/client/hubs/Auction', accessToken: 't' });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  heard.length = 0;
  const target = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('window', target);
  vi.stubGlobal('document', { ...target, visibilityState: 'visible' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { href: 'https://green.example/user' });
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const CONNECTED = { type: 'system', event: 'connected' };

describe('a hub connection', () => {
  it('connects with a token, measures the clock and passes messages on', async () => {
    const { connected, close, state } = openHub(goodToken);
    expect(state()).toBe('connecting');
    await vi.advanceTimersByTimeAsync(0);
    expect(last().url).toBe('wss://green.example/client/hubs/Auction?access_token=t');
    last().say(CONNECTED);
    expect(connected).toHaveBeenCalledOnce();
    expect(state()).toBe('live');
    expect(last().sent[0]?.event).toBe('time');
    const message = { event: 'LiveAuctions', kind: 'listChanged' };
    last().say({ type: 'message', from: 'group', dataType: 'json', data: message });
    expect(heard).toEqual([message]);
    close();
  });
  it('reconnects after a drop with a fresh token', async () => {
    const token = vi.fn(goodToken);
    const { connected, close, state } = openHub(token);
    await vi.advanceTimersByTimeAsync(0);
    last().say(CONNECTED);
    last().dispatchEvent(new Event('close'));
    expect(state()).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(300);
    last().say(CONNECTED);
    expect([token.mock.calls.length, connected.mock.calls.length, state()]).toEqual([2, 2, 'live']);
    close();
  });
  it('requests a token immediately after its session has ended', async () => {
    const token = vi.fn(goodToken);
    const { close } = openHub(token);
    await vi.advanceTimersByTimeAsync(0);
    last().say(CONNECTED);
    last().dispatchEvent(Object.assign(new Event('close'), { code: 4001 }));
    expect(token).toHaveBeenCalledTimes(2);
    close();
  });
  it('keeps trying if the token request failed, and stops if it was rejected', async () => {
    const answers = [new ApiError('no_response', {}), new ApiError('initial_bid_required', { status: 409 })];
    const token = vi.fn(() => Promise.reject(answers[Math.min(token.mock.calls.length - 1, 1)]));
    const { hub, close, state } = openHub(token);
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([state(), hub.connection.get().refusal?.code, token.mock.calls.length]).toEqual([
      'refused',
      'initial_bid_required',
      2,
    ]);
    close();
  });
  it('is slow after a while without messages, and is replaced if it stays so', async () => {
    const { close, state } = openHub(goodToken);
    await vi.advanceTimersByTimeAsync(0);
    last().say(CONNECTED);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(state()).toBe('slow');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
    close();
  });
  it('is offline without a network, not slow', async () => {
    const { hub, close, state } = openHub(goodToken);
    const seen: string[] = [];
    await vi.advanceTimersByTimeAsync(0);
    last().say(CONNECTED);
    vi.stubGlobal('navigator', { onLine: false });
    const stop = hub.connection.subscribe(() => seen.push(state()));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([state(), seen.includes('slow')]).toEqual(['offline', false]);
    stop();
    close();
  });
  it('reports nothing more once closed', async () => {
    const { close } = openHub(goodToken);
    await vi.advanceTimersByTimeAsync(0);
    close();
    last().dispatchEvent(new Event('close'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all.length).toBe(1);
  });
});

describe('the address of a hub', () => {
  it('keeps a token that the URL already has', () => {
    expect(hubUrl('wss://hub.example/client/hubs/Auction?access_token=own', 't')).toBe(
      'wss://hub.example/client/hubs/Auction?access_token=own',
    );
  });
});

describe('the wait before another try', () => {
  it('doubles up to a limit, and half of it is random', () => {
    expect([0, 1, 2, 20].map((attempt) => backoffMs(attempt, () => 0))).toEqual([125, 250, 500, 4_000]);
    expect([0, 1, 2, 20].map((attempt) => backoffMs(attempt, () => 1))).toEqual([250, 500, 1_000, 8_000]);
  });
});
