import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiDocument, Media } from '#testing/readers/read-api-document.ts';
import { DELIVERY_KINDS } from '#domain/automation/webhook.ts';
import { world, type World } from '#testing/world/world.ts';

let w: World;
let document: ApiDocument;

beforeAll(async () => {
  w = await world();
  document = (await w.app.inject('/openapi.json')).json<ApiDocument>();
  // scripts/provoked-errors.ts compares it with the errors that all tests met.
  const folder = process.env['GREENLOT_PROVOKED'];
  if (folder !== undefined) writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
});
afterAll(() => w.end());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, said]) => ({ name: `${method.toUpperCase()} ${path}`, ...said })),
  );

test('the document is valid OpenAPI 3.1, and every reference leads to a schema', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document) as Parameters<Validator['validate']>[0])).toEqual({
    valid: true,
  });
  expect(validator.version).toBe('3.1');
  const referred = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(referred.filter(([, name = '']) => !(name in document.components.schemas))).toEqual([]);
});

test('every JSON body and answer has an example, which its schema accepts', () => {
  const ajv = formats.default(new Ajv.default({ strict: false }));
  ajv.addSchema(document, 'document');
  const wrong: string[] = [];
  let count = 0;
  const judge = (name: string, content: Media = {}): void => {
    for (const [type, { schema, example }] of Object.entries(content)) {
      if (!type.endsWith('json')) continue;
      count += 1;
      const whole = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      if (!ajv.validate(JSON.parse(whole) as object, example)) wrong.push(`${name}: ${ajv.errorsText()}`);
    }
  };
  const events = Object.entries(document.webhooks).map(([name, { post }]) => ({ name, ...post }));
  for (const { name, requestBody, responses } of [...operations(), ...events]) {
    judge(`${name} body`, requestBody?.content);
    for (const [status, { content }] of Object.entries(responses)) judge(`${name} ${status}`, content);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(2_000);
});

test('the document names its contact and its license, and has the events of webhooks', () => {
  expect(document.info).toMatchObject({
    contact: { name: expect.any(String) as string },
    license: { identifier: 'Apache-2.0' },
  });
  expect(Object.keys(document.webhooks)).toEqual([...DELIVERY_KINDS]);
});

test('the document is compressed for clients that accept it', async () => {
  const headers = { 'accept-encoding': 'gzip, br' };
  const reply = await w.app.inject({ url: '/openapi.json', headers });
  expect(reply.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(reply.rawPayload).toString())).toEqual(document);
  expect(reply.rawPayload.length).toBeLessThan(JSON.stringify(document).length / 10);
});

test('every operation has a name of its own, of both services', () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(ids.filter((id, at) => id === undefined || ids.indexOf(id) !== at)).toEqual([]);
  expect(ids).toEqual(expect.arrayContaining(['placeBid', 'register', 'getTokens', 'listTrustedDevices']));
});

test('every operation with a caller names the errors of the session and of the role', () => {
  const wrong = operations().filter(({ name, 'x-access': access, responses }) => {
    const said = JSON.stringify(responses);
    const codes = access === 'open' ? [] : ['not_signed_in', ...(access === 'signedIn' ? [] : ['forbidden_access'])];
    return !name.includes('/connect/') && codes.some((code) => !said.includes(`"${code}"`));
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
