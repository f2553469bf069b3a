import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import { CLOSE_CODES } from '#contract/bidding/room.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { OnEvent } from '#server/platform/hub/answer-message.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { sendMessage, type Connection } from '#server/platform/hub/connection.ts';
import { createEndedConnections } from '#server/platform/hub/endings.ts';
import { groupMessage, type Message } from '#server/platform/hub/frame.ts';
import { createReaders } from '#server/platform/hub/readers.ts';
import { deleteExpiredTokens, issueHubToken } from '#server/platform/hub/tokens.ts';
import {
  chooseSubprotocol,
  judgeUpgrade,
  refuse,
  RELIABLE_SUBPROTOCOL,
  type Admission,
} from '#server/platform/hub/upgrade.ts';

export type HubOptions = {
  readonly db: Db;
  readonly path: string;
  readonly onEvent: OnEvent;
  /**
   * Origins whose pages may connect. An empty list allows all. A client without an origin is not a browser and may
   * connect.
   */
  readonly origins: readonly string[];
  readonly failed: (error: unknown) => void;
};

export type Hub = {
  attach(server: Server): void;
  /**
   * `beganAtMs` is the start of the call that requests the token, on this process's monotonic clock. The default is
   * now.
   */
  issueToken(claims: HubClaims, beganAtMs?: number): Promise<{ accessToken: string; expiresAt: string }>;
  broadcast(group: string, data: object): void;
  /** Whether any reader of this process is in the group. */
  isHeard(group: string): boolean;
  /** Returns the ids of the people in the group who are connected to this process. Programs are not included. */
  usersIn(group: string): ReadonlySet<string>;
  /**
   * Closes connections with matching claims, including connections that wait to resume. Unused tokens with matching
   * claims become invalid if they were issued before this call.
   */
  closeWhere(isMeant: (claims: HubClaims) => boolean, code: number): void;
  /** Returns the number of connected readers. */
  size(): number;
  /** Tells all readers to reconnect and refuses new connections, so that clients connect to another process. */
  sendElsewhere(): void;
  /** Does what `sendElsewhere` does, and waits until all readers are gone. */
  close(): Promise<void>;
};

const MESSAGE_BYTES_MAX = 16_384;
const HEARTBEAT_MS = 15_000;
/** Maximum time in ms until a close frame is sent and answered. After that, the socket is cut. */
const CLOSE_MS = 5_000;
const SHUTDOWN_MS = 1_000;

// `closeTimeout` is missing from the published types of ws.
const SOCKET_OPTIONS: ServerOptions & { closeTimeout: number } = {
  noServer: true,
  maxPayload: MESSAGE_BYTES_MAX,
  perMessageDeflate: false,
  closeTimeout: CLOSE_MS,
  handleProtocols: (offered) => chooseSubprotocol(offered) ?? false,
};

/** Creates the realtime hub. Only the server writes to groups. The hub speaks Azure Web PubSub's JSON subprotocols. */
export function createHub({ db, path, onEvent, origins, failed }: HubOptions): Hub {
  const sockets = new WebSocketServer(SOCKET_OPTIONS);
  const readers = createReaders(onEvent, failed);
  const { connections, groups } = readers;
  const endings = createEndedConnections();
  let isLeaving = false;

  const welcome = (socket: WebSocket, stream: Duplex, admission: Admission): void => {
    // ws closes the socket after an error. Without a listener the error would end the process.
    socket.on('error', () => undefined);
    const line = { socket, stream };
    if (admission.kind === 'admitted') readers.admit(line, admission.claims, socket.protocol === RELIABLE_SUBPROTOCOL);
    else if (admission.kind === 'resumed') readers.readmit(line, admission.connection);
    // On code 1008, stock clients immediately start a new session and do not try to resume.
    else socket.close(1008, 'start anew');
  };

  const admit = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const admission = await judgeUpgrade(request, { db, path, origins, connections, endings });
    if (admission.kind === 'refused') return refuse(stream, admission.status);
    if (isLeaving) return refuse(stream, 401);
    sockets.handleUpgrade(request, stream, head, (socket) => welcome(socket, stream, admission));
  };
  const answerUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    // A client may disconnect while its token is looked up.
    stream.on('error', () => stream.destroy());
    if (isLeaving) return refuse(stream, 502);
    admit(request, stream, head).catch((error: unknown) => {
      failed(error);
      refuse(stream, 503);
    });
  };

  const heartbeat = setInterval(() => {
    readers.sweep();
    deleteExpiredTokens(db).catch(failed);
  }, HEARTBEAT_MS).unref();

  return {
    attach: (server) => void server.on('upgrade', answerUpgrade),
    issueToken: (claims, beganAtMs = performance.now()) => issueHubToken(db, claims, performance.now() - beganAtMs),
    broadcast: (group, data) => sendToAll(groups.membersOf(group), () => groupMessage(group, data)),
    isHeard: (group) => groups.membersOf(group).size > 0,
    usersIn: (group) => new Set([...groups.membersOf(group)].flatMap(peopleBehind)),
    closeWhere(isMeant, code) {
      endings.add(isMeant);
      readers.sendAwayWhere(isMeant, code);
    },
    size: readers.size,
    sendElsewhere() {
      isLeaving = true;
      sayGoodbye(sockets);
    },
    close() {
      this.sendElsewhere();
      clearInterval(heartbeat);
      return closeAll(sockets);
    },
  };
}

const peopleBehind = ({ claims }: Connection): string[] => (claims.isProgram ? [] : [claims.userId]);

/** Sends a message to all members. The message is built once, and only if there are members. */
function sendToAll(members: ReadonlySet<Connection>, make: () => Message): void {
  let message: Message | undefined;
  for (const connection of members) sendMessage(connection, (message ??= make()));
}

function sayGoodbye({ clients }: WebSocketServer): void {
  for (const socket of clients) socket.close(CLOSE_CODES.RESTARTING, 'restarting');
}

async function closeAll(sockets: WebSocketServer): Promise<void> {
  const cut = setTimeout(() => sockets.clients.forEach((socket) => socket.terminate()), SHUTDOWN_MS);
  await new Promise((resolve) => sockets.close(resolve));
  clearTimeout(cut);
}
