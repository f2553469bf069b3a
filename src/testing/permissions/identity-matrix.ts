import { expect } from 'vitest';
import { identityRows, type IdentityRow } from '#testing/permissions/identity-rows.ts';
import { CALLERS, type Caller, type IdentityStage, type Owner } from '#testing/permissions/identity-stage.ts';
import type { World } from '#testing/world/identity-world.ts';

/**
 * This file sends every call of the identity service as every caller, for the caller's own objects, for those of
 * others, and for missing ones (decision 70).
 */

export type IdentityLine = {
  readonly name: string;
  readonly places: readonly string[];
  readonly codes: Readonly<Record<Caller, readonly string[]>>;
};
type Operation = { readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'; readonly path: string };

/**
 * Returns the calls of the identity service: the server's own routes, and the routes that the metadata of the OpenID
 * library name. It leaves out wildcard routes, which only forward to the library.
 */
export async function identityCalls(world: World, registered: readonly string[]): Promise<string[]> {
  const metadata = (await world.app.inject('/.well-known/openid-configuration')).json<Record<string, string>>();
  const addresses = Object.entries(metadata).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
  const library = addresses.flatMap(([name, url]) => {
    const methods = METHODS_OF[name];
    if (!methods) throw new Error(`add a request for ${name} to src/testing/permissions`);
    return methods.map((method) => `${method} ${new URL(url).pathname}`);
  });
  const own = registered
    .filter((call) => !/^(HEAD|OPTIONS) | \/auction-api|\*$/.test(call))
    .map((call) => call.replaceAll(/:(\w+)/g, '{$1}'));
  return [...new Set([...own, ...library])];
}
const METHODS_OF: Readonly<Record<string, readonly Operation['method'][]>> = {
  authorization_endpoint: ['GET'],
  end_session_endpoint: ['GET'],
  token_endpoint: ['POST'],
  revocation_endpoint: ['POST'],
  jwks_uri: ['GET'],
  userinfo_endpoint: ['GET', 'POST'],
};

export async function askIdentity(stage: IdentityStage, calls: readonly string[]): Promise<IdentityLine[]> {
  const operationOf = (name: string): string => name.split(' – ')[0] ?? '';
  const known = new Set(Object.keys(identityRows).map(operationOf));
  expect([...known].toSorted()).toEqual(calls.toSorted());
  const lines: IdentityLine[] = [];
  for (const [name, row] of Object.entries(identityRows)) {
    const [method, path] = operationOf(name).split(' ') as [Operation['method'], string];
    lines.push({ name, places: row.owners ?? [], codes: await askAll(stage, { method, path }, row) });
  }
  return lines;
}

/**
 * Sends a call as every caller. If the caller does not know the secret of another user's object, the answer must have
 * the same bytes as for a missing object.
 */
async function askAll(stage: IdentityStage, operation: Operation, row: IdentityRow): Promise<IdentityLine['codes']> {
  const codes = Object.fromEntries(CALLERS.map((who) => [who, [] as string[]])) as Record<Caller, string[]>;
  for (const who of CALLERS) {
    const whole = new Map<Owner, string>();
    for (const owner of row.owners ?? (['own'] as const)) {
      const got = await ask(stage, operation, row, who, owner);
      codes[who].push(got.code);
      whole.set(owner, got.whole);
    }
    if (codes[who].at(-1) === codes[who].at(-2) && whole.has('foreign') && whole.has('missing'))
      expect([operation.path, who, whole.get('foreign')]).toEqual([operation.path, who, whole.get('missing')]);
  }
  return codes;
}

async function ask(stage: IdentityStage, { method, path }: Operation, row: IdentityRow, who: Caller, owner: Owner) {
  const { visitors } = stage;
  const world = row.isHosted ? stage.hosted : stage.world;
  const by = visitors[who];
  const asked = { stage, owner, by, who };
  const id = await row.path?.(asked);
  const query = await row.query?.(asked);
  const body = await row.body?.(asked);
  const form = await row.form?.(asked);
  const reply = await world.app.inject({
    method,
    url: path.replace(/\{\w+\}/, id ?? ''),
    headers: {
      'x-device-fingerprint': by.device.fingerprint,
      // Calls to the OpenID library get no authorization header, because the library identifies users by cookies.
      ...(by.authorization && path.startsWith('/api/') && { authorization: by.authorization }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    cookies: by.device.cookies,
    ...(query && { query }),
    ...(body && { payload: body }),
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });
  for (const { name, value } of reply.cookies) by.device.cookies[name] = value;
  const sent = [id, ...Object.values({ ...query, ...body, ...form })].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  const said = sent.reduce((text, one) => text.replaceAll(one, '…'), reply.body.replace(TARGET, ''));
  return { code: codeOf(reply.statusCode, reply.headers, reply.body), whole: `${reply.statusCode} ${said}` };
}

/**
 * Matches the target of a one-time code: a masked address or phone number. The target is left out when answers are
 * compared, because each request contains another address.
 */
const TARGET = /"(notification_)?target":"[^"]*"/g;

/** Returns the code of an answer or of its error. A page counts as `Success`, a redirect as `led on` or `refused`. */
function codeOf(status: number, headers: { location?: string; 'content-type'?: unknown }, body: string): string {
  if (headers.location !== undefined) return headers.location.includes('error=') ? 'refused' : 'led on';
  if (status === 200 && !String(headers['content-type']).startsWith('application/json'))
    return status === 200 ? 'Success' : '';
  try {
    const { code, error } = JSON.parse(body) as { code?: string; error?: string };
    return code ?? error ?? (status === 200 ? 'Success' : String(status));
  } catch {
    return String(status);
  }
}
