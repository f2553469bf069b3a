import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { readConfig } from '#server/platform/config/config.ts';

const USER = 'greenlot';
export const MAIL_SECRET = 'very-secret-of-the-mail-server';

/**
 * Starts a real email server at an address of this machine. With `hasTls` it requires TLS and sign-in. It rejects the first `putOff` deliveries
 * temporarily, as greylisting does.
 */
export async function mailServer(putOff: number, { hasTls = true, host = '127.0.0.1' } = {}) {
  const mails: string[] = [];
  let deliveries = 0;
  const server = new SMTPServer({
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === MAIL_SECRET ? done(null, { user: USER }) : done(new Error('who are you?')),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        deliveries += 1;
        if (deliveries <= putOff) return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        mails.push(Buffer.concat(chunks).toString());
        return done();
      });
    },
    logger: false,
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    authOptional: !hasTls,
  });
  server.on('error', () => undefined);
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const smtpUrl = (secret: string = MAIL_SECRET): string =>
    `smtp://${USER}:${secret}@${host}:${port}?tls.rejectUnauthorized=false`;
  return {
    mails,
    /** The email setting of a deployment that uses this server. */
    smtpUrl,
    configFor: (secret?: string, settings: Record<string, string> = {}) =>
      readConfig({ ...settings, SMTP_URL: smtpUrl(secret) }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
