import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { isNode, isTest, nodesOf, readSources } from '#testing/tidy/source.ts';

/**
 * These tests read every file of the product, because a request cannot show that something is absent from the source
 * (ASVS 5.0).
 */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const shipped = readSources().filter(
  ({ path }) => path.startsWith('src/') && !path.startsWith('src/testing/') && !isTest(path),
);
const ofServer = shipped.filter(({ path }) => path.startsWith('src/server/'));
const ofBrowser = shipped.filter(({ path }) => path.startsWith('src/web/'));

/** Returns the files that contain a pattern. */
const filesWith = (pattern: RegExp, among = shipped): string[] =>
  among.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

type Package = { readonly dependencies: Record<string, string> };
type Lock = { readonly packages: Record<string, { readonly integrity?: string; readonly dev?: boolean }> };
const read = (name: string): unknown => JSON.parse(readFileSync(ROOT + name, 'utf8'));
const installed = Object.entries((read('package-lock.json') as Lock).packages).filter(([path]) => path !== '');

test('1.2.5: the server starts no command', () => {
  expect(filesWith(/child_process|process\.binding|execa|shelljs/, ofServer)).toEqual([]);
});

test('1.2.6, 1.2.7, 1.2.8, 1.3.8, 1.3.9, 6.8.3, 17.1.1, 17.2.1, 17.2.2, 17.2.3, 17.2.4, 17.3.2: uses no LDAP, XPath, LaTeX, JNDI, memcache, SAML or WebRTC', () => {
  const names = installed.filter(([, { dev }]) => !dev).map(([path]) => path.replace(/.*node_modules\//, ''));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => /ldap|xpath|latex|jndi|memcache|saml|webrtc|wrtc|mediasoup/i.test(name))).toEqual([]);
  expect(filesWith(/RTCPeerConnection|document\.evaluate\(|new XPathEvaluator|ldaps?:\/\//)).toEqual([]);
});

test('1.4.1, 1.4.3: the runtime manages memory: only two buffers are uninitialized, and both are filled completely', () => {
  expect(filesWith(/allocUnsafe|new WebAssembly|node:ffi|process\.dlopen/)).toEqual([
    'src/server/platform/hub/frame.ts',
  ]);
});

test('1.3.2: nothing runs text as code', () => {
  const made = shipped.filter(({ tree }) =>
    nodesOf(tree).some(([{ type, callee }]) => {
      const name = (callee as { name?: string } | undefined)?.name;
      return (type === 'CallExpression' && name === 'eval') || (type === 'NewExpression' && name === 'Function');
    }),
  );
  expect(made.map(({ path }) => path)).toEqual([]);
  expect(filesWith(/'node:vm'|document\.write|setTimeout\(['"`]|setInterval\(['"`]/)).toEqual([]);
});

test('3.2.2: pages never turn text into HTML', () => {
  expect(
    filesWith(/dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|createContextualFragment/, ofBrowser),
  ).toEqual([]);
});

test('3.5.5: windows listen only to messages of our own workers and sockets', () => {
  expect(
    filesWith(
      /(window|globalThis|self)\.(addEventListener\(\s*'message'|onmessage)|(parent|opener)\.postMessage/,
      ofBrowser,
    ),
  ).toEqual([]);
  const listening = filesWith(/addEventListener\(\s*'message'/, ofBrowser);
  expect(
    listening.filter(
      (path) => !/-worker\.ts$|document\/open-file\.tsx$|record-client\.ts$|platform\/live\/hub\.ts$/.test(path),
    ),
  ).toEqual([]);
});

test('6.2.6, 6.2.7: every password field hides its text, allows pasting, and supports password managers', () => {
  const fields = ofBrowser.filter(({ text }) => /<PasswordInput|type="password"/.test(text));
  expect(fields.map(({ path }) => path)).toEqual([
    'src/web/design/fields/password-field.tsx',
    'src/web/identity/sign-in/password-step.tsx',
  ]);
  for (const { path, text } of fields) expect([path, /autoComplete/.test(text)]).toEqual([path, true]);
  expect(filesWith(/onPaste|autoComplete="off"/, fields)).toEqual([]);
});

test('6.5.3, 11.5.1: secrets come from the system’s generator; Math.random only spreads waits', () => {
  const spreads = [
    'src/server/platform/database/migrate.ts',
    'src/web/platform/calls/backoff.ts',
    'src/web/platform/session/renew-ahead.ts',
  ];
  expect(filesWith(/Math\.random/)).toEqual(spreads);
});

test('10.5.5, 12.1.3: nothing accepts logout tokens or client certificates', () => {
  expect(filesWith(/backchannel|logout_token|getPeerCertificate|requestCert/i)).toEqual([]);
});

test('11.2.1, 11.2.3: cryptography comes from Node, jose, argon2 and noble, none of it is our own', () => {
  const names = Object.keys((read('package.json') as Package).dependencies);
  const known = ['@noble/curves', '@noble/hashes', '@node-rs/argon2', 'jose'];
  expect(
    names.filter((name) => /crypt|cipher|hash|argon|sodium|noble|jose|jwt|forge|sjcl|md5|sha\d/i.test(name)),
  ).toEqual(known);
});

test('11.3.1, 11.3.2, 11.3.3: the only cipher is AES-256-GCM, in one file', () => {
  const ciphers = shipped.flatMap(({ path, text }) =>
    [...text.matchAll(/create(?:De|C)ipheriv\('([^']+)'/g)].map(([, name]) => `${path} ${name}`),
  );
  expect([...new Set(ciphers)]).toEqual(['src/server/identity/session/secret.ts aes-256-gcm']);
  expect(filesWith(/publicEncrypt|privateDecrypt|createCipher\(|RSA1_5|-ecb|-cbc|\bRC4\b/i)).toEqual([]);
});

test('11.4.1, 11.4.3: every hash is SHA-256', () => {
  const hashes = shipped.flatMap(({ text }) =>
    [...text.matchAll(/(?:createHash|createHmac|hkdfSync|subtle\.digest)\(\s*'([^']+)'/g)].map(([, name = '']) =>
      name.toLowerCase().replace('-', ''),
    ),
  );
  expect(hashes.length).toBeGreaterThan(5);
  expect([...new Set(hashes)]).toEqual(['sha256']);
  expect(filesWith(/\bmd5\b|\bsha-?1\b|'sha1'/i)).toEqual([]);
});

test('12.3.2: nothing switches off the check of certificates', () => {
  expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|insecureHTTPParser/)).toEqual(
    [],
  );
});

test('13.2.4, 13.2.5, 15.3.2: only these files of the server call other servers, and they follow no redirect', () => {
  const front = /\/demo\//;
  const calling = filesWith(
    /\bfetch\(|from 'node:(https?|tls|dgram|http2)'|createTransport\(|S3Client\(|client\.discovery\(|OTLPTraceExporter\(/,
    ofServer,
  ).filter((path) => !front.test(path));
  expect(
    calling.filter(
      (path) => !/identity\/(provider\/request-facts|register-identity)\.ts|hub\/(hub|upgrade)\.ts/.test(path),
    ),
  ).toEqual([
    'src/server/automation/send-webhook.ts',
    'src/server/identity/foreign-provider/foreign-provider.ts',
    'src/server/invoice/myinvois-client.ts',
    'src/server/platform/files/s3-files.ts',
    'src/server/platform/http/post-publicly.ts',
    'src/server/platform/mail/mail.ts',
    'src/server/platform/mail/sms.ts',
    'src/server/platform/telemetry/metrics.ts',
    'src/server/platform/telemetry/open-tracing.ts',
    'src/server/registry/nar-client.ts',
    'src/server/transparency-log/timestamp-round.ts',
  ]);
  for (const { path, text } of ofServer.filter((source) => !front.test(source.path) && /\bfetch\(/.test(source.text)))
    expect([path, text.includes("redirect: 'error'")]).toEqual([path, true]);
});

test('13.3.1: the build contains no key, password or token', () => {
  const secret =
    /-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|ghp_\w{36}|xox[bp]-\w+|eyJhbGciOi[\w-]{20,}\.[\w-]{20,}/;
  expect(filesWith(secret)).toEqual([]);
});

test('15.1.2: every package is listed with its exact version and hash', () => {
  // A development dependency can be a folder of this repository, which has no hash.
  const loose = installed.filter(
    ([path, { integrity, dev }]) =>
      !dev && path !== 'node_modules/@napi-rs/canvas' && !integrity?.startsWith('sha512-'),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
  const versions = Object.values((read('package.json') as Package).dependencies);
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('15.3.5: nothing uses loose comparison, except to match null and undefined', () => {
  const isNull = (node: unknown) => isNode(node) && node.type === 'Literal' && node.value === null;
  const loose = shipped.filter(({ tree }) =>
    nodesOf(tree).some(([{ operator, right }]) => (operator === '==' || operator === '!=') && !isNull(right)),
  );
  expect(loose.map(({ path }) => path)).toEqual([]);
});

test('16.2.3, 16.2.4: the log goes only to standard output', () => {
  expect(filesWith(/pino\.destination|pino\.transport|createWriteStream|appendFile|syslog/, ofServer)).toEqual([
    'src/server/backup/write-backup.ts',
  ]);
  expect(
    filesWith(/console\.\w+\(/, ofServer).filter((path) => !/\/demo\/|server\/(?:main|serve)\.ts$/.test(path)),
  ).toEqual([]);
});

test('12.2.1, 13.2.1, 13.2.3: production requires https, its own secret and a mail server, and rejects well-known secrets', () => {
  const good = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://rec.greenlot.example',
    SECRET_KEY: 'a secret of at least thirty-two characters',
    SMTP_URL: 'smtps://user:word@mail.example',
  };
  expect(readConfig(good).isProduction).toBe(true);
  for (const wrong of [
    { PUBLIC_URL: 'http://rec.greenlot.example' },
    { PUBLIC_URL: 'http://localhost.evil.example' },
    { PUBLIC_URL: 'http://127.0.0.1.evil.example' },
    { PUBLIC_URL: undefined },
    { SECRET_KEY: undefined },
    { SECRET_KEY: 'secret' },
    { SMTP_URL: undefined },
    { DEMO: 'on' },
  ])
    expect(() => readConfig({ ...good, ...wrong })).toThrow(Object.keys(wrong)[0]);
});
