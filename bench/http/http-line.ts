import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

/** A persistent connection of a signed-in user. It sends one request at a time. */
export type Line = {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
  close(): void;
};

/**
 * Opens a minimal HTTP client. The client shares the processors with the measured server, so it must do little work.
 */
export function openLine(port: number, token: string): Line {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let text = '';
  let ends: PromiseWithResolvers<unknown> | undefined;
  // The text has one character per byte, so its length can be compared with the content length.
  socket.setEncoding('latin1');
  socket.on('error', (error) => ends?.reject(error));
  socket.on('data', (data: string) => {
    text += data;
    const start = text.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (start < 4 || !(text.length >= start + length)) return;
    const reply = JSON.parse(text.slice(start)) as { code: string; data: unknown };
    text = '';
    if (reply.code === 'Success') ends?.resolve(reply.data);
    else ends?.reject(new Error(reply.code));
  });
  const ask = <T>(request: string): Promise<T> => {
    const asked = Promise.withResolvers<T>();
    ends = asked as PromiseWithResolvers<unknown>;
    socket.write(request);
    return asked.promise;
  };
  const head = `host: bench\r\nauthorization: Bearer ${token}\r\n`;
  return {
    get: (path) => ask(`GET ${path} HTTP/1.1\r\n${head}\r\n`),
    post(path, body) {
      const content = JSON.stringify(body);
      const about = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`;
      return ask(`POST ${path} HTTP/1.1\r\n${head}${about}idempotency-key: ${randomUUID()}\r\n\r\n${content}`);
    },
    close: () => socket.destroy(),
  };
}
