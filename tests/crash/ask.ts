import type { BodyOf, ReplyOf, Route } from '#contract/basics/route.ts';
import { API_BASE } from '#server/platform/config/config.ts';

/** A signed-in user. Each user has another IP address, because requests are limited per address. */
export type Person = {
  readonly userId: string;
  readonly accountId: string;
  readonly token: string;
  readonly address: string;
};

/** The reply to a call. After `failed`, it is unknown whether the server carried out the call. */
export type Reply<R extends Route> =
  | { readonly type: 'answered'; readonly data: ReplyOf<R> }
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'failed'; readonly why: string };

const PATIENCE_MS = 10_000;

/** Makes one call over a real connection to a server that may be killed at any moment. */
export async function ask<R extends Route>(
  baseUrl: string | undefined,
  who: Person,
  route: R,
  input: { readonly id: string; readonly body?: BodyOf<R>; readonly key?: string },
): Promise<Reply<R>> {
  if (baseUrl === undefined) return { type: 'failed', why: 'no server' };
  try {
    const response = await fetch(baseUrl + API_BASE + route.path.replace('{id}', input.id), {
      method: route.method,
      headers: {
        authorization: `Bearer ${who.token}`,
        'x-forwarded-for': who.address,
        ...(input.key !== undefined && { 'idempotency-key': input.key }),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = (await response.json()) as { code: string; data: ReplyOf<R> };
    if (response.ok) return { type: 'answered', data: answer.data };
    const isPassing = response.status >= 500 || response.status === 429;
    return isPassing ? { type: 'failed', why: answer.code } : { type: 'refused', code: answer.code };
  } catch (error) {
    return { type: 'failed', why: String(error) };
  }
}
