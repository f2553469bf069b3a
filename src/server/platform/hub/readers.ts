import { answerMessage, type OnEvent } from '#server/platform/hub/answer-message.ts';
import { isWhole } from '#server/platform/hub/backlog.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { parseClientMessage } from '#server/platform/hub/client-message.ts';
import {
  checkAlive,
  createConnection,
  greet,
  mayBeHeard,
  resume,
  type Connection,
  type Line,
} from '#server/platform/hub/connection.ts';
import { createGroups, type Groups } from '#server/platform/hub/groups.ts';

/** How long a reliable reader that lost its line may come back to its place. */
const RESUME_MS = 60_000;
/** A line that broke without a goodbye of either side: the only one that a reader may come back from. */
const BROKEN_LINE = 1006;

/** Every reader of this process, connected or expected back. */
export type Readers = {
  readonly connections: ReadonlyMap<string, Connection>;
  readonly groups: Groups;
  admit(line: Line, claims: HubClaims, isReliable: boolean): void;
  readmit(line: Line, connection: Connection): void;
  /** Closes with a code; there is no way back to the same place. */
  sendAwayWhere(isMeant: (claims: HubClaims) => boolean, code: number): void;
  /** Ends lines that show no sign of life, and forgets readers that can't come back any more. */
  sweep(): void;
  /** How many are connected now. */
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
      if (isBinary || !Buffer.isBuffer(data) || !mayBeHeard(connection)) return sendAway(connection, 1008);
      const message = parseClientMessage(data.toString());
      if (typeof message === 'number') return sendAway(connection, message);
      void answerMessage(connection, message, { groups, onEvent, failed });
    });
    socket.on('pong', () => (connection.isAlive = true));
    socket.on('ping', () => mayBeHeard(connection) || sendAway(connection, 1008));
    // Breaches of the WebSocket protocol itself, which ws closes for: too large, not UTF-8.
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
