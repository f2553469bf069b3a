import type { MemberRole } from '#domain/access/may.ts';
import { judgeText, type TextRefusal } from '#domain/basics/text.ts';
import type { Refusal } from '#domain/basics/result.ts';

/** What a company's own programs may be: never owners, so that no key makes another one (decision 50). */
export const API_KEY_ROLES = ['viewer', 'trader'] as const;
export type ApiKeyRole = (typeof API_KEY_ROLES)[number];

/** Days for which a key may be made; there is none without an end. */
export const API_KEY_DAYS = [30, 90, 180, 365] as const;

/** Keys of one company that work at the same time. */
export const API_KEYS_MAX = 20;

export const API_KEY_NAME_MAX = 60;

export const judgeApiKeyName = (name: string): Refusal<TextRefusal> | undefined => judgeText(name, API_KEY_NAME_MAX);

/** What a key may be now: no more than the member for whom it acts. */
export const roleOfKey = (key: ApiKeyRole, member: MemberRole): ApiKeyRole =>
  key === 'viewer' || member === 'viewer' ? 'viewer' : 'trader';

export const API_KEY_STATES = ['works', 'expired', 'revoked', 'stopped'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

export type ApiKeyFacts = {
  readonly expiresAtMs: number;
  readonly isRevoked: boolean;
  /** Whoever made it still belongs to the company, and the company is Active. */
  readonly mayAct: boolean;
};

/** Whether a key works, and why not; `stopped` ends by itself when its company is reinstated. */
export function stateOfKey({ expiresAtMs, isRevoked, mayAct }: ApiKeyFacts, nowMs: number): ApiKeyState {
  if (isRevoked) return 'revoked';
  if (expiresAtMs <= nowMs) return 'expired';
  return mayAct ? 'works' : 'stopped';
}
