import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** A TCP proxy with a fixed port, like the host name of a database. It leads new connections to one target port. */
export type DatabaseEntrance = {
  readonly port: number;
  /** Leads new connections to this port of this machine. Open connections stay. */
  leadTo(target: number): void;
  /** Passes no more bytes of the open connections, but closes none of them, like a machine without power. */
  silence(): void;
  close(): Promise<void>;
};

/** Starts an entrance that leads to `target`. */
export async function openEntrance(port: number, target: number): Promise<DatabaseEntrance> {
  const open = new Set<readonly [Socket, Socket]>();
  const silent = new Set<Socket>();
  let to = target;
  const server = createServer((incoming) => {
    const outgoing = connect(to, '127.0.0.1');
    const pair = [incoming, outgoing] as const;
    open.add(pair);
    incoming.setNoDelay().pipe(outgoing.setNoDelay()).pipe(incoming);
    // Each end follows the other one. The peer of a silent connection never learns that the target is gone.
    incoming.on('error', () => undefined).on('close', () => outgoing.destroy());
    outgoing
      .on('error', () => undefined)
      .on('close', () => {
        open.delete(pair);
        if (!silent.has(incoming)) incoming.destroy();
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    leadTo: (next) => void (to = next),
    silence() {
      for (const [incoming, outgoing] of open) {
        silent.add(incoming);
        incoming.unpipe(outgoing).pause();
        outgoing.unpipe(incoming).resume();
      }
    },
    async close() {
      for (const socket of [...[...open].flat(), ...silent]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
