import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { mayResume, type Connection } from '#server/platform/hub/connection.ts';
import type { EndedConnections } from '#server/platform/hub/endings.ts';
import { redeemHubToken } from '#server/platform/hub/tokens.ts';

export const RELIABLE_SUBPROTOCOL = 'json.reliable.webpubsub.azure.v1';
const SUBPROTOCOLS = new Set<string>([HUB_SUBPROTOCOL, RELIABLE_SUBPROTOCOL]);

/**
 * Maximum number of connections per user, because each can hold megabytes of unread data. A person has far fewer pages
 * open.
 */
export const CONNECTIONS_MAX = 30;

/** Returns the first subprotocol that the client offers and the hub supports. */
export const chooseSubprotocol = (offered: Iterable<string>): string | undefined =>
  [...offered].find((name) => SUBPROTOCOLS.has(name));

/** The result of a connection request: a new connection, a resumed one, the advice to start again, or a refusal. */
export type Admission =
  | { readonly kind: 'admitted'; readonly claims: HubClaims }
  | { readonly kind: 'resumed'; readonly connection: Connection }
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 403 | 404 | 429 };

export type Door = {
  readonly db: Db;
  readonly path: string;
  readonly origins: readonly string[];
  readonly connections: ReadonlyMap<string, Connection>;
  readonly endings: EndedConnections;
};

/** Checks the path, origin, subprotocol and token of a connection request. Consumes the token. */
export async function judgeUpgrade({ url, headers }: IncomingMessage, door: Door): Promise<Admission> {
  const { pathname, searchParams } = URL.parse(url ?? '', 'http://hub') ?? {};
  if (pathname !== door.path || !searchParams) return { kind: 'refused', status: 404 };
  const { origin, authorization } = headers;
  if (origin && door.origins.length > 0 && !door.origins.includes(origin)) return { kind: 'refused', status: 403 };
  const subprotocol = chooseSubprotocol((headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/));
  if (!subprotocol) return { kind: 'refused', status: 400 };

  const formerId = searchParams.get('awps_connection_id');
  if (formerId !== null && subprotocol === RELIABLE_SUBPROTOCOL) {
    const connection = door.connections.get(formerId);
    const isOwn = connection && mayResume(connection, searchParams.get('awps_reconnection_token') ?? '');
    return isOwn ? { kind: 'resumed', connection } : { kind: 'lost' };
  }

  const token = searchParams.get('access_token') ?? authorization?.replace(/^Bearer /i, '');
  const askedAtMs = performance.now();
  const redeemed = token ? await redeemHubToken(door.db, token) : undefined;
  if (!redeemed || door.endings.includes(redeemed.claims, askedAtMs - redeemed.ageMs - 1)) {
    return { kind: 'refused', status: 401 };
  }
  const { userId } = redeemed.claims;
  const own = door.connections.values().filter(({ claims }) => claims.userId === userId);
  if (own.take(CONNECTIONS_MAX).toArray().length === CONNECTIONS_MAX) return { kind: 'refused', status: 429 };
  return { kind: 'admitted', claims: redeemed.claims };
}

/** Refuses a connection request with an HTTP status. */
export function refuse(stream: Duplex, status: 400 | 401 | 403 | 404 | 429 | 502 | 503): void {
  stream.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
