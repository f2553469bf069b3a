import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CODE_LOCKOUT_MS,
  CODE_SENDS_MAX,
  CODE_SENDS_WINDOW_MS,
  CODE_TRIES_MAX,
  CODE_VALID_MS,
  judgeTry,
  planSend,
  usedCode,
  type CodeState,
} from '#domain/identity/one-time-code.ts';

const MINUTE_MS = 60_000;
const T = 1_000_000_000_000;
const aState = (state: Partial<CodeState> = {}): CodeState => ({
  tries: 0,
  sends: [T],
  expiresAtMs: T + CODE_VALID_MS,
  lockedUntilMs: undefined,
  ...state,
});

describe('planSend', () => {
  it.each([
    ['the first', undefined, T, 'send'],
    ['a second one after 59.999 s', aState(), T + MINUTE_MS - 1, 'wait'],
    ['a second one after 60 s', aState(), T + MINUTE_MS, 'send'],
    ['one during a lockout', aState({ lockedUntilMs: T + CODE_LOCKOUT_MS }), T + CODE_LOCKOUT_MS - 1, 'lockedOut'],
    ['one after a lockout', aState({ lockedUntilMs: T + CODE_LOCKOUT_MS }), T + CODE_LOCKOUT_MS, 'send'],
    [
      'a sixth within the hour',
      aState({ sends: [0, 2, 4, 6, 8].map((at) => T + at * MINUTE_MS) }),
      T + 59 * MINUTE_MS,
      'wait',
    ],
    [
      'a sixth after the hour',
      aState({ sends: [0, 2, 4, 6, 8].map((at) => T + at * MINUTE_MS) }),
      T + 60 * MINUTE_MS,
      'send',
    ],
  ] as const)('%s', (_name, before, nowMs, kind) => {
    expect(planSend(before, nowMs).kind).toBe(kind);
  });

  it('reports during the wait whether the last code is still valid', () => {
    const full = { sends: [0, 2, 4, 6, 8].map((at) => T + at * MINUTE_MS) };
    const nowMs = T + 9 * MINUTE_MS;
    expect(planSend(aState({ ...full, expiresAtMs: nowMs + 1 }), nowMs)).toMatchObject({ kind: 'wait', isAlive: true });
    expect(planSend(aState({ ...full, expiresAtMs: nowMs }), nowMs)).toMatchObject({ kind: 'wait', isAlive: false });
  });

  it('sends immediately after a code was used, but no sixth code within the hour', () => {
    const used = usedCode(aState({ tries: 3 }), T + 1);
    expect(planSend(used, T + 1)).toMatchObject({ kind: 'send', state: { tries: 0, sends: [T, T + 1] } });
    const full = usedCode(aState({ sends: [0, 2, 4, 6, 8].map((at) => T + at * MINUTE_MS) }), T + 9 * MINUTE_MS);
    expect(planSend(full, T + 59 * MINUTE_MS)).toMatchObject({ kind: 'wait', isAlive: false });
    expect(judgeTry(used, true, T + 1).verdict).toBe('expired');
  });

  it('keeps the attempts of a replaced code, also after it expired, while the sending counts', () => {
    const before = aState({ tries: 3 });
    expect(planSend(before, T + MINUTE_MS)).toMatchObject({ state: { tries: 3 } });
    expect(planSend(before, T + CODE_VALID_MS)).toMatchObject({ state: { tries: 3 } });
    expect(planSend(before, T + CODE_SENDS_WINDOW_MS)).toMatchObject({ state: { tries: 0 } });
  });
});

describe('judgeTry', () => {
  it.each([
    ['the right code', aState(), true, T, 'right'],
    ['the right code as the fifth attempt', aState({ tries: 4 }), true, T, 'right'],
    ['a wrong code', aState(), false, T, 'wrong'],
    ['a wrong code as the fifth attempt', aState({ tries: 4 }), false, T, 'reachedMaxTries'],
    ['the right code too late', aState(), true, T + CODE_VALID_MS, 'expired'],
    ['the right code during a lockout', aState({ lockedUntilMs: T + 1 }), true, T, 'reachedMaxTries'],
    ['the right code after a lockout', aState({ lockedUntilMs: T }), true, T, 'expired'],
  ] as const)('%s', (_name, before, isRight, nowMs, verdict) => {
    expect(judgeTry(before, isRight, nowMs).verdict).toBe(verdict);
  });

  it('within one hour sends at most 5 codes and judges at most 5 attempts per code, whatever is requested', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('send', 'try'), fc.integer({ min: 0, max: 90_000 })), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(steps, (list) => {
        let state: CodeState | undefined;
        let nowMs = T;
        const sends: number[] = [];
        let wrong = 0;
        for (const [kind, pauseMs] of list) {
          nowMs += pauseMs;
          if (kind === 'send') {
            const plan = planSend(state, nowMs);
            if (plan.kind !== 'send') continue;
            state = plan.state;
            sends.push(nowMs);
          } else if (state) {
            const judged = judgeTry(state, false, nowMs);
            if (judged.state.tries > state.tries) wrong += 1;
            state = judged.state;
          }
        }
        const busiest = sends.map((at) => sends.filter((other) => other >= at && other < at + 60 * MINUTE_MS).length);
        expect(Math.max(0, ...busiest)).toBeLessThanOrEqual(CODE_SENDS_MAX);
        expect(wrong).toBeLessThanOrEqual(sends.length * CODE_TRIES_MAX);
      }),
    );
  });
});
