import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/**
 * Events that help to detect attacks. Each event has its own line in the log, besides the line of its request (decision
 * 52).
 */
export type SecurityEvent =
  | 'signed_in'
  | 'sign_in_failed'
  | 'sign_in_rests'
  | 'code_failed'
  | 'password_changed'
  | 'first_administrator_made'
  | 'first_link_failed'
  | 'session_ended'
  | 'api_key_made'
  | 'calendar_link_made'
  | 'api_key_revoked'
  | 'ended_api_key_used';

/**
 * Details of an event: only our own ids and words. User input is never logged, because people type passwords into the
 * wrong fields.
 */
type About = {
  readonly userId?: string | undefined;
  readonly purpose?: string;
  readonly verdict?: string;
  readonly apiKeyId?: string;
  readonly sessions?: number;
};

const AS_IT_SHOULD_BE: ReadonlySet<SecurityEvent> = new Set([
  'signed_in',
  'password_changed',
  'first_administrator_made',
  'session_ended',
  'api_key_made',
  'api_key_revoked',
]);

const current = new AsyncLocalStorage<FastifyRequest>();

/**
 * Runs a function for a request. Security events that are logged by the function or by its asynchronous work belong to
 * the request.
 */
export const withRequest = (request: FastifyRequest, run: () => void): void => current.run(request, run);

/** Logs an event with the id and the address of the current request. */
export function logSecurityEvent(event: SecurityEvent, about: About = {}): void {
  const request = current.getStore();
  request?.log[AS_IT_SHOULD_BE.has(event) ? 'info' : 'warn']({ security: event, address: request.ip, ...about });
}
