import type { Connection } from '#server/platform/hub/connection.ts';

/** The members of each group. A connection can join only the groups that its claims name. */
export type Groups = {
  join(connection: Connection, group: string): void;
  leave(connection: Connection, group: string): void;
  leaveAll(connection: Connection): void;
  membersOf(group: string): ReadonlySet<Connection>;
};

const NOBODY: ReadonlySet<Connection> = new Set();

export function createGroups(): Groups {
  const groups = new Map<string, Set<Connection>>();
  const leave = (connection: Connection, group: string): void => {
    const members = groups.get(group);
    if (members?.delete(connection) && members.size === 0) groups.delete(group);
  };
  return {
    join: (connection, group) => void groups.set(group, (groups.get(group) ?? new Set()).add(connection)),
    leave,
    leaveAll: (connection) => connection.claims.groups.forEach((group) => leave(connection, group)),
    membersOf: (group) => groups.get(group) ?? NOBODY,
  };
}
