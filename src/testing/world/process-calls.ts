import { randomUUID } from 'node:crypto';
import type { Room } from '#contract/bidding/fold-room.ts';
import type { ReplyOf, Route } from '#contract/basics/route.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { readRoom, type RoomReader } from '#testing/readers/room-reader.ts';
import type { ServerProcess } from '#testing/world/server-process.ts';
import type { SignedIn } from '#testing/world/world.ts';

type Input = {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  readonly key?: string;
};

/** Calls a server process over a real network connection. */
export async function callProcess<R extends Route>(
  { baseUrl }: Pick<ServerProcess, 'baseUrl'>,
  { token }: Pick<SignedIn, 'token'>,
  route: R,
  { params = {}, body, key = randomUUID() }: Input = {},
): Promise<{ code: string; data: ReplyOf<R> }> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const reply = await fetch(baseUrl + API_BASE + path, {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as { code: string; data: ReplyOf<R> };
}

/**
 * Follows a room at this server process. The host in the token's address is ignored. A reader that reconnects passes
 * the room that it already has as `known`.
 */
export const readRoomAt = (
  { baseUrl }: Pick<ServerProcess, 'baseUrl'>,
  { url, accessToken }: { readonly url: string; readonly accessToken: string },
  known?: Room,
): Promise<RoomReader> => readRoom({ url: baseUrl + new URL(url).pathname, accessToken }, known);
