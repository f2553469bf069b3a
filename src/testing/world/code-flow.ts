import { createHash, randomBytes } from 'node:crypto';
import type { InteractionStep } from '#contract/identity/interaction.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import {
  askToken,
  lastCode,
  PASSWORD,
  tokensOf,
  type Answer,
  type Device,
  type Tokens,
  type World,
} from '#testing/world/identity-world.ts';

/** Requests an address like a browser, with the device's cookies. It does not follow redirects. */
export async function visit(world: World, device: Device, url: string, form?: Record<string, string>) {
  const reply = await world.app.inject({
    method: form ? 'POST' : 'GET',
    url: url.replace(world.identity.issuer, ''),
    headers: {
      accept: 'text/html',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...device.headers,
    },
    cookies: device.cookies,
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });
  for (const { name, value } of reply.cookies) device.cookies[name] = value;
  return reply;
}

export type AuthorizeRequest = { readonly url: string; readonly verifier: string; readonly redirectUri: string };

/**
 * Returns the authorization request that a client sends to the provider through the browser. If a value in `change` is
 * undefined, the parameter is left out.
 */
export function authorizeRequest(world: World, change: Record<string, string | undefined> = {}): AuthorizeRequest {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = change.redirect_uri ?? `${world.identity.issuer}/callback`;
  const parameters = {
    client_id: CLIENT_ID,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'some-state',
    nonce: 'some-nonce',
    ...change,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { url: `/connect/authorize?${new URLSearchParams(given).toString()}`, verifier, redirectUri };
}

/**
 * Sends the authorization request. Returns the address of the interaction to which the provider redirects the browser.
 */
export async function openInteraction(world: World, device: Device, request: AuthorizeRequest): Promise<string> {
  const { location } = (await visit(world, device, request.url)).headers;
  if (!location?.startsWith('/connect/interaction/')) throw new Error(`led to ${String(location)}`);
  return location;
}

/** Sends a request to an interaction's hosted page. */
export async function callInteraction(
  world: World,
  device: Device,
  url: string,
  body?: Record<string, unknown>,
): Promise<Answer & { readonly data: InteractionStep }> {
  const reply = await world.app.inject({
    method: body ? 'POST' : 'GET',
    url,
    headers: {
      ...(device.fingerprint && { 'x-device-fingerprint': device.fingerprint }),
      ...(device.address && { 'x-forwarded-for': device.address }),
      ...device.headers,
    },
    cookies: device.cookies,
    ...(body && { payload: body }),
  });
  for (const { name, value } of reply.cookies) device.cookies[name] = value;
  const answer = reply.json<Answer['body'] & { data: InteractionStep }>();
  return { status: reply.statusCode, body: answer, data: answer.data, headers: reply.headers };
}

/**
 * Completes both sign-in steps on the hosted page. Returns the address from which the provider redirects back to the
 * client.
 */
export async function passInteraction(
  world: World,
  device: Device,
  at: string,
  username: string,
  trusted = false,
): Promise<string> {
  const first = await callInteraction(world, device, `${at}/password`, { username, password: PASSWORD });
  const step =
    first.data?.next === 'code'
      ? await callInteraction(world, device, `${at}/code`, {
          username,
          otp: await lastCode(world, username),
          trusted,
        })
      : first;
  if (step.data?.next !== 'done') throw new Error(JSON.stringify(step.body));
  return step.data.redirectTo;
}

/** Follows the redirect back to the client. Returns the parameters that the client gets. */
export async function returnToClient(world: World, device: Device, redirectTo: string): Promise<URLSearchParams> {
  const { location } = (await visit(world, device, redirectTo)).headers;
  return new URL(String(location)).searchParams;
}

export const exchange = (
  world: World,
  request: AuthorizeRequest,
  code: string | null,
  change: Record<string, string> = {},
): Promise<Answer> =>
  askToken(
    world,
    { fingerprint: '', cookies: {} },
    {
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: request.redirectUri,
      code_verifier: request.verifier,
      ...change,
    },
  );

/** Signs a user in through the complete authorization code flow, including both steps on the hosted page. */
export async function signInByCode(
  world: World,
  device: Device,
  username: string,
  { trusted = false, ...change }: { trusted?: boolean } & Record<string, string | boolean | undefined> = {},
): Promise<Tokens> {
  const request = authorizeRequest(world, change as Record<string, string | undefined>);
  const at = await openInteraction(world, device, request);
  const back = await returnToClient(world, device, await passInteraction(world, device, at, username, trusted));
  const client: Record<string, string> = typeof change.client_id === 'string' ? { client_id: change.client_id } : {};
  const answer = await exchange(world, request, back.get('code'), client);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return tokensOf(answer);
}
