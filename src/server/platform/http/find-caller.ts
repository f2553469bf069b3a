import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/basics/route.ts';
import { NOBODY, type Authenticate, type Caller } from '#server/platform/http/caller.ts';
import { readFingerprint } from '#server/platform/http/fingerprint.ts';
import type { Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { LimitKey } from '#server/platform/http/request-limits.ts';

/** The parts that decide who calls, and what the caller may call. */
export type CallerParts = {
  readonly authenticate: Authenticate;
  /** Refuses a call that a program may not make; undefined: programs may make no call. */
  readonly judgeProgram?: (caller: Caller, route: Route) => void;
  /** Refuses a call that an administrator's roles do not cover. */
  readonly judgeAdministrator?: (caller: Caller, route: Route) => void;
  readonly limitKey?: LimitKey;
};

/** Runs only the first steps, authentication and role check, before a large body is read. */
export const admit =
  (operation: Operation, parts: CallerParts) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    void (await findCaller(operation, parts, request, reply));

/** Authenticates the caller, counts the call of a program, and judges whether the caller may make it. */
export async function findCaller(
  operation: Operation,
  parts: CallerParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const count = async ({ userId, apiKeyId }: Caller): Promise<void> => {
    request.userId = userId;
    if (apiKeyId !== undefined) await parts.limitKey?.(apiKeyId, request, reply);
  };
  return identify(operation, parts, request, count);
}

/** Authenticates the caller, and checks its role and, for a program, its permissions. */
export async function identify(
  operation: Operation,
  parts: CallerParts,
  { headers }: FastifyRequest,
  count?: (caller: Caller) => Promise<void>,
): Promise<Caller> {
  const { route } = operation;
  if (route.access === 'open') return NOBODY;
  const caller = await parts.authenticate(headers.authorization, readFingerprint(headers));
  await count?.(caller);
  checkRole(operation, caller);
  parts.judgeAdministrator?.(caller, route);
  (parts.judgeProgram ?? refusePrograms)(caller, route);
  return caller;
}

function refusePrograms({ apiKeyId, clientId }: Caller): void {
  if (apiKeyId !== undefined) throw new Refused('not_for_api_keys');
  if (clientId !== undefined) throw new Refused('not_for_applications');
}

/** An `admin` route is for administrators, a `user` route for users; others are for both (docs/rules.md#roles). */
function checkRole(operation: Operation, caller: Caller): void {
  const { access } = operation.route;
  if (access === 'admin' && caller.role !== 'Admin') throw new Refused('forbidden_access');
  if (access === 'user' && caller.role !== 'User') throw new Refused('forbidden_access');
}
