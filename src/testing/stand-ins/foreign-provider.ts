import { createServer, type Server } from 'node:http';
import type { Configuration } from 'oidc-provider';
import { freePort } from '#testing/world/free-port.ts';
import { Provider } from '#server/identity/provider/provider-library.ts';

export type Foreign = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sets how the provider answers from now on: normally (undefined), with status 500, or not at all (`silent`). */
  fail(how: 500 | 'silent' | undefined): void;
  close(): Promise<void>;
};

/**
 * Starts another OpenID provider. It is the library's default provider with the library's own sign-in pages. It signs a
 * user in under any name that the user types.
 */
export async function startForeignProvider(ours: string, change: Configuration = {}, at?: string): Promise<Foreign> {
  const issuer = at ?? `http://127.0.0.1:${await freePort()}`;
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
  let failing: 500 | 'silent' | undefined;
  const server = createServer((request, response) => {
    if (failing === undefined) void answer(request, response);
    else if (failing === 500) response.writeHead(500).end('<h1>Internal Server Error</h1>');
  });
  await listen(server, Number(new URL(issuer).port));
  return {
    issuer,
    clientId,
    clientSecret,
    fail: (how) => void (failing = how),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));

/** Returns settings of a deployment whose users sign in at this provider. */
export const foreignProviderSettings = ({ issuer, clientId, clientSecret }: Foreign) => ({
  VARIANT: 'GLOBAL',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
});
