import type { MemberRole } from '#domain/access/may.ts';
import { judgeText, type TextRefusal } from '#domain/basics/text.ts';
import type { Refusal } from '#domain/basics/result.ts';

/** Roles of a company's API keys. A key is never an owner, so it cannot create another key (decision 50). */
export const API_KEY_ROLES = ['viewer', 'trader'] as const;
export type ApiKeyRole = (typeof API_KEY_ROLES)[number];

/** Lifetimes that a key can have, in days. Every key expires. */
export const API_KEY_DAYS = [30, 90, 180, 365] as const;

/** Maximum number of valid keys of one company. */
export const API_KEYS_MAX = 20;

export const API_KEY_NAME_MAX = 60;

export const judgeApiKeyName = (name: string): Refusal<TextRefusal> | undefined => judgeText(name, API_KEY_NAME_MAX);

/** Returns the current role of a key. This role is never higher than the role of the member for whom the key acts. */
export const roleOfKey = (key: ApiKeyRole, member: MemberRole): ApiKeyRole =>
  key === 'viewer' || member === 'viewer' ? 'viewer' : 'trader';

export const API_KEY_STATES = ['works', 'expired', 'revoked', 'stopped'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

export type ApiKeyFacts = {
  readonly expiresAtMs: number;
  readonly isRevoked: boolean;
  /** Whether the member who created the key still belongs to the company, and the company is Active. */
  readonly mayAct: boolean;
};

/**
 * Returns whether a key works, and if not, why. A key that is `stopped` because its company was blacklisted works again
 * as soon as the company is reinstated.
 */
export function stateOfKey({ expiresAtMs, isRevoked, mayAct }: ApiKeyFacts, nowMs: number): ApiKeyState {
  if (isRevoked) return 'revoked';
  if (expiresAtMs <= nowMs) return 'expired';
  return mayAct ? 'works' : 'stopped';
}
