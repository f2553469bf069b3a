import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const ACCOUNT = 'AC1';
const TOKEN = 'secret-of-the-gateway';
const FROM = '+15550100';

/**
 * Starts an SMS gateway with Twilio's API (its reference, "Create a Message"). A request has the account's address,
 * basic authentication and a form. The gateway answers 201, or rejects the request with an error code. Tests can make
 * it fail with a status or without an answer.
 */
export async function smsGateway() {
  const texts: { to: string; body: string }[] = [];
  let failing: number | 'silent' | undefined;
  const server = createServer((request, response) => {
    const say = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    void Array.fromAsync(request as AsyncIterable<Buffer>).then((chunks) => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      if (failing === 'silent') return;
      if (failing !== undefined) return say(failing, { code: 20_500, message: 'failing' });
      if (request.url !== `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`) return say(404, { code: 20_404 });
      const expected = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
      if (request.headers.authorization !== expected) return say(401, { code: 20_003 });
      const [to, body] = [form.get('To') ?? '', form.get('Body') ?? ''];
      if (form.get('From') !== FROM || !/^\+\d{6,15}$/.test(to) || body === '') return say(400, { code: 21_211 });
      texts.push({ to, body });
      return say(201, { sid: `SM${texts.length}`, status: 'queued' });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    texts,
    fail: (how: number | 'silent' | undefined) => void (failing = how),
    /** The settings of a deployment that uses this gateway. */
    settings: {
      SMS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SMS_ACCOUNT: ACCOUNT,
      SMS_TOKEN: TOKEN,
      SMS_FROM: FROM,
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
