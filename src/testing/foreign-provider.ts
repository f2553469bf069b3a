import { createServer, type Server } from 'node:http';
import { Provider, type Configuration } from 'oidc-provider';
import { freePort } from '#testing/free-port.ts';

export type Foreign = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
};

/** A stranger's OpenID provider: the library as it comes, with its own sign-in pages; who types a name is that name. */
export async function startForeignProvider(ours: string, change: Configuration = {}): Promise<Foreign> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const [clientId, clientSecret] = ['greenlot', 'a secret that both know'];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${ours}/connect/foreign/callback`],
        post_logout_redirect_uris: [`${ours}/connect/foreign/signed-out`],
      },
    ],
    ...change,
  });
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response));
  await listen(server, Number(new URL(issuer).port));
  return {
    issuer,
    clientId,
    clientSecret,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));

/** Settings that let people of that provider in. */
export const settingsOf = ({ issuer, clientId, clientSecret }: Foreign) => ({
  VARIANT: 'GLOBAL',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
});
