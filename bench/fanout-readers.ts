import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/**
 * A task for this process, which connects many readers of one room to the given addresses. Readers use plain sockets
 * and read only a frame's length and sending time, so that only the sender is measured. For each round (one message to
 * every reader) the process reports the delays in ms.
 */
export type ReadersTask = { readonly urls: readonly string[]; readonly subprotocol: string };
export type ReadersReport = 'ready' | readonly number[];

const CONNECTING_AT_ONCE = 50;
/** Minimum length of a frame with a message of the room. Shorter frames belong to the subprotocol. */
const MESSAGE_BYTES_MIN = 200;

let readers = 0;
let delaysMs: number[] = [];

const nowMs = (): number => performance.timeOrigin + performance.now();
const report = (said: ReadersReport): void => void process.send?.(said);

process.on('message', (task: ReadersTask) => void connectAll(task));
// End when the measuring process ends.
process.on('disconnect', () => process.exit());

async function connectAll({ urls, subprotocol }: ReadersTask): Promise<void> {
  readers = urls.length;
  for (let i = 0; i < urls.length; i += CONNECTING_AT_ONCE)
    await Promise.all(urls.slice(i, i + CONNECTING_AT_ONCE).map((url) => connectOne(new URL(url), subprotocol)));
  report('ready');
}

function connectOne(url: URL, subprotocol: string): Promise<void> {
  const socket = connect(Number(url.port), url.hostname).setNoDelay(true);
  const lines = [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Protocol: ${subprotocol}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let unread: Buffer = Buffer.alloc(0);
  let isOpen = false;
  socket.on('error', reject);
  socket.on('data', (data: Buffer) => {
    unread = unread.length > 0 ? Buffer.concat([unread, data]) : data;
    if (!isOpen) {
      const end = unread.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!unread.toString('latin1', 0, 12).includes(' 101')) return reject(new Error(unread.toString('latin1')));
      isOpen = true;
      unread = unread.subarray(end + 4);
      resolve();
    }
    unread = readFrames(unread);
  });
  return promise;
}

/** Removes complete frames from the front of `bytes` and returns the rest. */
function readFrames(bytes: Buffer): Buffer {
  let rest = bytes;
  while (rest.length >= 4) {
    const short = (rest[1] ?? 0) & 127;
    const start = short === 126 ? 4 : 2;
    const length = short === 126 ? rest.readUInt16BE(2) : short;
    if (rest.length < start + length) break;
    if (length > MESSAGE_BYTES_MIN) noteDelay(rest.subarray(start, start + length));
    rest = rest.subarray(start + length);
  }
  return rest;
}

function noteDelay(message: Buffer): void {
  const at = message.indexOf('"sentAtMs":') + '"sentAtMs":'.length;
  delaysMs.push(nowMs() - Number(message.toString('latin1', at, message.indexOf(',', at))));
  if (delaysMs.length < readers) return;
  report(delaysMs);
  delaysMs = [];
}
