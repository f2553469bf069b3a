import { answerMessage, type OnEvent } from '#server/platform/hub/answer-message.ts';
import { isWhole } from '#server/platform/hub/backlog.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { parseClientMessage } from '#server/platform/hub/client-message.ts';
import {
  checkAlive,
  createConnection,
  greet,
  isWithinMessageRate,
  resume,
  type Connection,
  type Line,
} from '#server/platform/hub/connection.ts';
import { createGroups, type Groups } from '#server/platform/hub/groups.ts';

/** Maximum time in ms for a reliable reader to reconnect and resume. */
const RESUME_MS = 60_000;
/** Close code of a connection that broke without a close frame. Only after this code may a reader resume. */
const BROKEN_LINE = 1006;

/** All readers of this process, connected or expected to reconnect. */
export type Readers = {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly groups: Groups;
  admit(line: Line, claims: HubClaims, isReliable: boolean): void;
  readmit(line: Line, connection: Connection): void;
  /** Closes matching connections with a code. The readers of these connections cannot resume. */
  sendAwayWhere(isMeant: (claims: HubClaims) => boolean, code: number): void;
  /** Ends sockets without a heartbeat, and removes readers that can no longer resume. */
  sweep(): void;
  /** Returns the number of connected readers. */
  size(): number;
};

export function createReaders(onEvent: OnEvent, failed: (error: unknown) => void): Readers {
  const connections = new Map<string, Connection>();
  const groups = createGroups();

  const forget = (connection: Connection): void => {
    connections.delete(connection.id);
    groups.leaveAll(connection);
  };
  const sendAway = (connection: Connection, code: number): void => {
    forget(connection);
    connection.line.socket.close(code);
  };

  const listen = ({ socket }: Line, connection: Connection): void => {
    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN || connection.line.socket !== socket) return;
      connection.isAlive = true;
      if (isBinary || !Buffer.isBuffer(data) || !isWithinMessageRate(connection)) return sendAway(connection, 1008);
      const message = parseClientMessage(data.toString());
      if (typeof message === 'number') return sendAway(connection, message);
      void answerMessage(connection, message, { groups, onEvent, failed });
    });
    socket.on('pong', () => (connection.isAlive = true));
    socket.on('ping', () => isWithinMessageRate(connection) || sendAway(connection, 1008));
    // If a message is too large or not UTF-8, ws itself closes the socket and emits an error.
    socket.on('error', () => forget(connection));
    socket.on('close', (code) => {
      if (connection.line.socket !== socket) return;
      if (connection.backlog && code === BROKEN_LINE) connection.lostAtMs = performance.now();
      else forget(connection);
    });
  };

  return {
    connections,
    groups,
    admit(line, claims, isReliable) {
      const connection = createConnection(line, claims, isReliable);
      connections.set(connection.id, connection);
      for (const group of claims.groups) groups.join(connection, group);
      listen(line, connection);
      greet(connection);
    },
    readmit(line, connection) {
      resume(connection, line);
      listen(line, connection);
    },
    sendAwayWhere(isMeant, code) {
      for (const connection of connections.values()) if (isMeant(connection.claims)) sendAway(connection, code);
    },
    sweep() {
      for (const connection of connections.values()) {
        const { lostAtMs, backlog } = connection;
        if (lostAtMs === undefined) checkAlive(connection);
        else if (performance.now() - lostAtMs > RESUME_MS || !backlog || !isWhole(backlog)) forget(connection);
      }
    },
    size: () => connections.values().reduce((count, { lostAtMs }) => count + (lostAtMs === undefined ? 1 : 0), 0),
  };
}
