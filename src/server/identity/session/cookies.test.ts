import { expect, it } from 'vitest';
import { cookieOf, newestCookies } from '#server/identity/session/trusted-device.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { authorizeRequest, signInByCode, visit } from '#testing/world/code-flow.ts';
import { aDevice, aUser, identityWorld, signIn, type World } from '#testing/world/identity-world.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://rec.greenlot.example',
  SECRET_KEY: 'a secret of at least thirty-two characters',
  SMTP_URL: 'smtp://127.0.0.1:1',
};
const GLOBAL = { ...PRODUCTION, VARIANT: 'GLOBAL' };

/** The attributes of a cookie that a browser receives. */
type SetCookie = { readonly path: string; readonly seconds: number; readonly domain?: string };

/**
 * Returns a cookie's lifetime in seconds, rounded to hundreds, because the server's clock advances while it replies.
 */
const secondsUntil = (expires: string, nowMs: number): number =>
  Math.round((new Date(expires).getTime() - nowMs) / 100_000) * 100;

/**
 * Returns the name and attributes of a cookie, with a star for the random part of the name. Checks the flags that every
 * cookie must have.
 */
function told(line: string, nowMs: number): readonly [name: string, told: SetCookie] {
  const [pair = '', ...flags] = line.split('; ');
  const given = new Map(flags.map((flag) => flag.split('=', 2) as [string, string]));
  const { path = '', expires = '', domain } = Object.fromEntries(given);
  expect([...given.keys()].toSorted()).toEqual(
    [...(domain ? ['domain'] : []), 'expires', 'httponly', 'path', 'samesite', 'secure'].toSorted(),
  );
  expect(given.get('samesite')).toBe('lax');
  const name = pair.slice(0, pair.indexOf('=')).replace(/(?<=_device_)[\da-f]{16}/, '*');
  const seconds = secondsUntil(expires, nowMs);
  return [name, { path: path.replace(/(?<=\/)[\w-]{20,}$/, '*'), seconds, ...(domain && { domain }) }];
}

/** Returns all cookies that a server sets during `act`, except the cookies that the server deletes. */
async function cookiesOf(settings: Record<string, string>, act: (world: World) => Promise<unknown>): Promise<object> {
  const lines: string[] = [];
  const world = await identityWorld(settings, async (app) => {
    // The library answers on the raw response, so hooks on the reply do not see its headers.
    app.addHook('onRequest', async (_request, { raw }) => {
      raw.on('finish', () => void lines.push(...([raw.getHeader('set-cookie') ?? []].flat() as string[])));
    });
  });
  await act(world);
  const nowMs = world.identity.clock.nowMs();
  await world.close();
  const all = lines.map((line) => told(line, nowMs)).filter(([, { seconds }]) => seconds > 0);
  return Object.fromEntries(all);
}

/** The expected attributes of lasting cookies (docs/rules.md#browser-storage). */
const MONTH = { path: '/connect', seconds: 2_592_000 };
/**
 * The expected cookies of a sign-in in progress. Their paths differ per sign-in, so two tabs do not disturb each other.
 */
const UNDER_WAY = {
  '__Secure-greenlot_interaction': { path: '/connect/interaction/*', seconds: 900 },
  '__Secure-greenlot_interaction.sig': { path: '/connect/interaction/*', seconds: 900 },
  '__Secure-greenlot_resume': { path: '/connect/authorize/*', seconds: 900 },
  '__Secure-greenlot_resume.sig': { path: '/connect/authorize/*', seconds: 900 },
};

const throughPages = async (world: World): Promise<void> => {
  const device = aDevice();
  await signInByCode(world, device, (await aUser(world)).username, { trusted: true });
  await visit(world, device, authorizeRequest(world).url);
};

it('TNBX sets the cookies of session and trusted device for thirty days, for this host’s identity service (ASVS 3.3.1, 3.3.2, 3.3.3, 3.3.4)', async () => {
  const act = async (world: World) => signIn(world, aDevice(), (await aUser(world)).username, true);
  expect(await cookiesOf(PRODUCTION, act)).toEqual({
    '__Secure-greenlot_session': MONTH,
    '__Secure-greenlot_session.sig': MONTH,
    '__Secure-greenlot_device_*': MONTH,
  });
});

it('GLOBAL sets them for the whole domain, and those of a sign-in in progress for its own address', async () => {
  const everywhere = { ...MONTH, domain: 'greenlot.example' };
  expect(await cookiesOf(GLOBAL, throughPages)).toEqual({
    '__Secure-greenlot_session': everywhere,
    '__Secure-greenlot_session.sig': everywhere,
    '__Secure-greenlot_device_*': everywhere,
    ...UNDER_WAY,
  });
});

it.each([
  ['narrower if the setting says so', { COOKIE_DOMAIN: 'rec.greenlot.example' }, 'rec.greenlot.example'],
  ['below a public suffix of two labels', { PUBLIC_URL: 'https://rec.greenlot.co.uk' }, 'greenlot.co.uk'],
  ['below a suffix that a company offers to everyone', { PUBLIC_URL: 'https://rec.github.io' }, 'rec.github.io'],
])('GLOBAL, %s', async (_, settings, domain) => {
  const found = Object.values(await cookiesOf({ ...GLOBAL, ...settings }, throughPages)) as SetCookie[];
  expect(found).toHaveLength(7);
  expect(new Set(found.map((one) => one.domain))).toEqual(new Set([domain, undefined]));
});

it('GLOBAL at an address without a domain sets them for the host alone', async () => {
  expect(cookieOf({ issuer: 'http://127.0.0.1:3000', config: readConfig({ VARIANT: 'GLOBAL' }) })).not.toHaveProperty(
    'domain',
  );
});

it('of a cookie for the host alone and a later one for the whole domain, the later one counts', () => {
  expect(newestCookies('a=old; b=1; a=new')).toBe('a=new; b=1');
});
