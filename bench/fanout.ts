import { fork } from 'node:child_process';
import { once } from 'node:events';
import { HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import type { ReadersReport, ReadersTask } from './fanout-readers.ts';
import type { SenderTask } from './fanout-sender.ts';
import { figure, median, quantile, type Figure, type Length } from './figure.ts';

/** Number of messages that are sent before the measurement starts. */
const WARM_UP = 20;
const DELIVERIES_A_SECOND = 50_000;

/** The sockets of a room, and the processes that share them. */
type Crowd = { readonly sockets: number; readonly processes: number };

/**
 * Measures message deliveries per second in one room. Each message is sent only after every reader has received the
 * previous one.
 */
export async function* measureFanout(
  { repeats, seconds }: Length,
  crowds: readonly Crowd[] = [
    { sockets: 1_000, processes: 1 },
    { sockets: 5_000, processes: 1 },
    { sockets: 20_000, processes: 2 },
  ],
): AsyncGenerator<Figure> {
  for (const crowd of crowds) {
    const ours: Run[] = [];
    const anchor: Run[] = [];
    for (let i = 0; i < repeats; i += 1) {
      ours.push(await run(await openSenders('hub', crowd), seconds));
      anchor.push(await run(await openSenders('bare', crowd), seconds));
    }
    const name = `fan-out to ${crowd.sockets} sockets of ${crowd.processes} process${crowd.processes === 1 ? '' : 'es'}`;
    const anchorName = 'a bare ws loop that writes one prepared frame';
    const of = (pick: (figures: Run) => number) => ({ ours: median(ours.map(pick)), anchor: median(anchor.map(pick)) });
    yield figure(
      name,
      'deliveries/s',
      anchorName,
      of(({ perSecond }) => perSecond),
    );
    const delays = of(({ p99Ms }) => p99Ms);
    yield figure(`${name}, p99`, 'ms', anchorName, { ...delays, isLessBetter: true });
  }
}

/** `urls` has the addresses of each sender. */
type Sending = { readonly urls: readonly (readonly string[])[]; send(): void; close(): Promise<void> };
type Run = { readonly perSecond: number; readonly p99Ms: number };

/** Opens senders in processes of their own, which share the sockets. */
async function openSenders(kind: SenderTask['kind'], { sockets, processes }: Crowd): Promise<Sending> {
  const senders = Array.from({ length: processes }, () => fork(new URL('fanout-sender.ts', import.meta.url)));
  const urls = await Promise.all(
    senders.map(async (sender) => {
      const opened = once(sender, 'message') as Promise<[readonly string[]]>;
      const task: SenderTask = { kind, sockets: sockets / processes };
      sender.send(task);
      return (await opened)[0];
    }),
  );
  return {
    urls,
    send: () => senders.forEach((sender) => sender.send('send')),
    async close() {
      for (const sender of senders) sender.disconnect();
      await Promise.all(senders.map((sender) => once(sender, 'exit')));
    },
  };
}

async function run({ urls, send, close }: Sending, forSeconds: number): Promise<Run> {
  const sockets = urls.reduce((sum, { length }) => sum + length, 0);
  const readers = urls.map((own) => openReaders({ urls: own, subprotocol: HUB_SUBPROTOCOL }));
  await Promise.all(readers.map(({ report }) => report()));
  const delaysMs: number[] = [];
  const rounds = Math.ceil((DELIVERIES_A_SECOND * forSeconds) / sockets);
  let startedAt = performance.now();
  for (let round = -WARM_UP; round < rounds; round += 1) {
    if (round === 0) startedAt = performance.now();
    const reported = readers.map(({ report }) => report());
    send();
    for (const delays of await Promise.all(reported))
      if (round >= 0 && delays !== 'ready') for (const delay of delays) delaysMs.push(delay);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await Promise.all(readers.map(({ end }) => end()));
  await close();
  return { perSecond: delaysMs.length / seconds, p99Ms: quantile(delaysMs, 0.99) };
}

/** Starts a process that connects a reader to each address. */
function openReaders(task: ReadersTask) {
  const readers = fork(new URL('fanout-readers.ts', import.meta.url));
  readers.send(task);
  return {
    async report(): Promise<ReadersReport> {
      const [report] = (await once(readers, 'message')) as [ReadersReport];
      return report;
    },
    async end(): Promise<void> {
      readers.disconnect();
      await once(readers, 'exit');
    },
  };
}
