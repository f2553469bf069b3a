import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { CLOSE_CODES, HUB_SUBPROTOCOL } from '#contract/room.ts';
import type { Db } from '#server/platform/database.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import {
  ackText,
  FAILED,
  FORBIDDEN,
  parseClientMessage,
  type ClientMessage,
} from '#server/platform/hub/client-message.ts';
import { Connection } from '#server/platform/hub/connection.ts';
import { forgetExpiredTokens, issueHubToken, redeemHubToken } from '#server/platform/hub/tokens.ts';

/** Answers a client's event; a returned value is sent to that client alone. */
export type OnEvent = (claims: HubClaims, event: string, data: unknown) => Promise<object | undefined>;

export type HubOptions = {
  readonly db: Db;
  readonly path: string;
  readonly onEvent: OnEvent;
  /** Origins of pages that may connect; empty allows any, as non-browser clients send none. */
  readonly origins: readonly string[];
  readonly failed: (error: unknown) => void;
};

export type Hub = {
  attach(server: Server): void;
  issueToken(claims: HubClaims): Promise<{ accessToken: string; expiresAt: string }>;
  broadcast(group: string, data: object): void;
  /** Ends connections at once, also ones that wait for a reconnect. */
  closeWhere(isMeant: (claims: HubClaims) => boolean, code: number): void;
  /** Sockets that are open now. */
  size(): number;
  close(): void;
};

const RELIABLE_SUBPROTOCOL = 'json.reliable.webpubsub.azure.v1';
const MESSAGE_BYTES_MAX = 16_384;
const MESSAGES_PER_SECOND = 50;
const HEARTBEAT_MS = 15_000;
/** How long a reliable reader that lost its socket may come back to its place. */
const RESUME_MS = 60_000;

/** The realtime hub: groups of sockets, written by the server only, in the JSON subprotocols of Azure Web PubSub. */
export function createHub(options: HubOptions): Hub {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    handleProtocols: (offered) => [RELIABLE_SUBPROTOCOL, HUB_SUBPROTOCOL].find((known) => offered.has(known)) ?? false,
  });
  const connections = new Map<string, Connection>();
  const groups = new Map<string, Set<Connection>>();

  const join = (connection: Connection, group: string): void => {
    const members = groups.get(group) ?? new Set();
    groups.set(group, members.add(connection));
  };
  const forget = (connection: Connection): void => {
    connections.delete(connection.id);
    for (const [group, members] of groups) {
      if (members.delete(connection) && members.size === 0) groups.delete(group);
    }
  };

  const listen = (socket: WebSocket, connection: Connection): void => {
    socket.on('message', (data, isBinary) => {
      if (isBinary || !connection.mayHear(performance.now(), MESSAGES_PER_SECOND)) return socket.close(1008, 'refused');
      const message = parseClientMessage(String(data));
      if (!message) return socket.close(1007, 'not understood');
      void take(connection, message);
    });
    socket.on('pong', () => (connection.isAlive = true));
    socket.on('error', () => socket.terminate());
    socket.on('close', (code) => {
      if (!connection.isOwnSocket(socket)) return;
      const isFinal = code === CLOSE_CODES.SESSION_ENDED || code === CLOSE_CODES.NOT_ALLOWED || code === 1000;
      if (connection.isReliable && !isFinal) connection.lostAtMs = performance.now();
      else forget(connection);
    });
  };

  const take = async (connection: Connection, message: ClientMessage): Promise<void> => {
    connection.isAlive = true;
    if (message.type === 'ping') return connection.sendText('{"type":"pong"}');
    if (message.type === 'sequenceAck') return connection.acknowledge(message.sequenceId);
    if (message.type === 'event') return answerEvent(connection, message, options);
    if (message.type === 'invoke') return answerInvoke(connection, message, options);
    const isAllowed = message.type !== 'sendToGroup' && connection.claims.groups.includes(message.group);
    if (isAllowed && message.type === 'joinGroup') join(connection, message.group);
    if (isAllowed && message.type === 'leaveGroup') groups.get(message.group)?.delete(connection);
    const ack = ackText(message.ackId, isAllowed ? undefined : FORBIDDEN);
    if (ack) connection.sendText(ack);
  };

  const welcome = (socket: WebSocket, claims: HubClaims): void => {
    const connection = new Connection(socket, claims, socket.protocol === RELIABLE_SUBPROTOCOL);
    connections.set(connection.id, connection);
    for (const group of claims.groups) join(connection, group);
    listen(socket, connection);
    const { id: connectionId, reconnectionToken } = connection;
    const connected = { type: 'system', event: 'connected', userId: claims.userId, connectionId };
    connection.sendText(JSON.stringify(connection.isReliable ? { ...connected, reconnectionToken } : connected));
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const { searchParams } = new URL(request.url ?? '/', 'http://hub');
    const { origin } = request.headers;
    if (origin && options.origins.length > 0 && !options.origins.includes(origin)) return refuse(socket, 403);
    const resumed = findResumed(connections, searchParams);
    if (resumed) {
      return sockets.handleUpgrade(request, socket, head, (opened) => {
        listen(opened, resumed);
        resumed.resume(opened);
      });
    }
    const token = searchParams.get('access_token') ?? request.headers.authorization?.replace(/^Bearer /i, '');
    const claims = token ? await redeemHubToken(options.db, token) : undefined;
    if (!claims) return refuse(socket, 401);
    sockets.handleUpgrade(request, socket, head, (opened) => welcome(opened, claims));
  };

  const heartbeat = setInterval(() => {
    for (const connection of connections.values()) {
      if (performance.now() - (connection.lostAtMs ?? Number.POSITIVE_INFINITY) > RESUME_MS) forget(connection);
      else connection.ping();
    }
    forgetExpiredTokens(options.db).catch(options.failed);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        if (!request.url?.startsWith(options.path)) return refuse(socket, 404);
        upgrade(request, socket, head).catch((error: unknown) => {
          options.failed(error);
          refuse(socket, 503);
        });
      });
    },
    issueToken: (claims) => issueHubToken(options.db, claims),
    broadcast(group, data) {
      const members = groups.get(group);
      if (!members) return;
      const text = JSON.stringify({ type: 'message', from: 'group', group, dataType: 'json', data });
      const frame = Buffer.from(text);
      for (const connection of members) connection.sendFrame(frame, text);
    },
    closeWhere(isMeant, code) {
      for (const connection of connections.values()) {
        if (!isMeant(connection.claims)) continue;
        forget(connection);
        connection.close(code, 'ended');
      }
    },
    size: () => [...connections.values()].filter((connection) => connection.lostAtMs === undefined).length,
    close() {
      clearInterval(heartbeat);
      for (const connection of connections.values()) connection.close(CLOSE_CODES.RESTARTING, 'restarting');
      sockets.close();
    },
  };
}

function refuse(socket: Duplex, status: 401 | 403 | 404 | 503): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function findResumed(connections: ReadonlyMap<string, Connection>, query: URLSearchParams): Connection | undefined {
  const connection = connections.get(query.get('awps_connection_id') ?? '');
  return connection?.mayResume(query.get('awps_reconnection_token') ?? '') ? connection : undefined;
}

type Asked<Type extends ClientMessage['type']> = Extract<ClientMessage, { type: Type }>;

async function answerEvent(connection: Connection, message: Asked<'event'>, options: HubOptions): Promise<void> {
  try {
    const data = await options.onEvent(connection.claims, message.event, message.data);
    if (data) connection.sendMessage({ type: 'message', from: 'server', dataType: 'json', data });
    const ack = ackText(message.ackId);
    if (ack) connection.sendText(ack);
  } catch (error) {
    options.failed(error);
    const ack = ackText(message.ackId, FAILED);
    if (ack) connection.sendText(ack);
  }
}

async function answerInvoke(connection: Connection, message: Asked<'invoke'>, options: HubOptions): Promise<void> {
  const { invocationId } = message;
  try {
    const data = await options.onEvent(connection.claims, message.event, message.data);
    const answer = { type: 'invokeResponse', invocationId, success: true, dataType: 'json', data: data ?? {} };
    connection.sendText(JSON.stringify(answer));
  } catch (error) {
    options.failed(error);
    connection.sendText(JSON.stringify({ type: 'invokeResponse', invocationId, success: false, error: FAILED }));
  }
}
