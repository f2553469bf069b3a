import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const S3_KEYS = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
export const S3_BUCKET = 'greenlot-files';
export const S3_REGION = 'eu-central-1';
const SKEW_MAX_MS = 15 * 60_000;

/**
 * Ways in which a request fails: with a status, without an answer (`silent`), with an answer that stops in the middle
 * (`stalled`), or with a connection that breaks in the middle of the answer (`cut`).
 */
export type S3Fault = number | 'silent' | 'stalled' | 'cut';
type S3Reply = { readonly status: number; readonly body?: Buffer | string };

/**
 * Starts an S3 service with one bucket. As Amazon documents, it checks signatures (version 4), hashes and dates, and
 * uses Amazon's error codes. Tests can make its next answers fail.
 */
export async function s3Server({ pageMax = 1_000, port = 0, host = '127.0.0.1' } = {}) {
  const objects = new Map<string, Buffer>();
  let faults: S3Fault[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // The storage of compose.yaml answers health checks at this path.
    if (request.url === '/health') return end(response, { status: 200 });
    asked.push(`${request.method} ${request.url}`);
    const fault = faults.shift();
    if (fault === 'silent') return;
    if (fault === 'cut' && request.method === 'PUT') return void request.socket.destroy();
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    if (typeof fault === 'number') return end(response, refuse(fault, 'SlowDown'));
    const said = judgeSignature(request, body) ?? act(request, body);
    if (fault === undefined) return end(response, said);
    response.writeHead(said.status, { 'content-length': Buffer.byteLength(said.body ?? '') });
    response.write(Buffer.from(said.body ?? '').subarray(0, Buffer.byteLength(said.body ?? '') / 2));
    if (fault === 'cut') setTimeout(() => response.destroy(), 20);
  };
  const act = (request: IncomingMessage, body: Buffer): S3Reply => {
    const url = new URL(request.url ?? '', 'http://s3');
    const [, bucket, key = ''] = url.pathname.split('/');
    if (bucket !== S3_BUCKET) return refuse(404, 'NoSuchBucket');
    if (key === '') return { status: 200, body: listOf(objects, url.searchParams, pageMax) };
    if (request.method === 'PUT') return (objects.set(key, body), { status: 200 });
    if (request.method === 'DELETE') return (objects.delete(key), { status: 204 });
    const found = objects.get(key);
    return found ? { status: 200, body: found } : refuse(404, 'NoSuchKey');
  };
  server.listen(port, host);
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    objects,
    /** The requests that the server received, in order. */
    asked,
    place: { endpoint, bucket: S3_BUCKET, region: S3_REGION, keys: S3_KEYS },
    /** The settings of a deployment that uses this server. */
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET,
      S3_REGION,
      S3_ACCESS_KEY: S3_KEYS.accessKey,
      S3_SECRET_KEY: S3_KEYS.secretKey,
    },
    /** Sets how the next requests fail, one fault per request. Without arguments, no further request fails. */
    fail: (...next: S3Fault[]) => void (faults = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const end = (response: ServerResponse, { status, body }: S3Reply): void => void response.writeHead(status).end(body);

const refuse = (status: number, code: string): S3Reply => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`,
});

/** Returns an answer to ListObjectsV2: the keys in order, one page at a time. */
function listOf(objects: Map<string, Buffer>, query: URLSearchParams, pageMax: number): string {
  const after = query.get('continuation-token') ?? '';
  const rest = [...objects.keys()].filter((key) => key > after).toSorted();
  const page = rest.slice(0, Math.min(pageMax, Number(query.get('max-keys') ?? pageMax)));
  const next = rest.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return `<ListBucketResult><Name>${S3_BUCKET}</Name>${contents}${next}</ListBucketResult>`;
}

/**
 * Judges a request's signature by the rules of signature version 4 (Amazon S3 API reference, "Authenticating
 * requests"). Returns an error answer, or undefined if the signature is correct.
 */
function judgeSignature(request: IncomingMessage, body: Buffer): S3Reply | undefined {
  const head = /^AWS4-HMAC-SHA256 Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/;
  const [, credential = '', names = '', signature] = head.exec(request.headers.authorization ?? '') ?? [];
  const header = (name: string): string => String(request.headers[name] ?? '');
  const [key, day = '', region, service, last] = credential.split('/');
  if (key !== S3_KEYS.accessKey) return refuse(403, 'InvalidAccessKeyId');
  if (region !== S3_REGION || service !== 's3' || last !== 'aws4_request')
    return refuse(400, 'AuthorizationHeaderMalformed');
  const at = header('x-amz-date');
  const atMs = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(Date.now() - atMs) < SKEW_MAX_MS)) return refuse(403, 'RequestTimeTooSkewed');
  if (header('x-amz-content-sha256') !== sha256(body)) return refuse(400, 'XAmzContentSHA256Mismatch');
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)))
    return refuse(403, 'AccessDenied');
  const canonical = canonicalRequest(request, signed, header);
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  return signature === sign(day, text) ? undefined : refuse(403, 'SignatureDoesNotMatch');
}

function canonicalRequest(
  request: IncomingMessage,
  signed: readonly string[],
  header: (name: string) => string,
): string {
  const url = new URL(request.url ?? '', 'http://s3');
  const encode = (text: string): string =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
  const headers = signed.map((name) => `${name}:${header(name).trim()}\n`).join('');
  return [
    request.method,
    url.pathname,
    query.join('&'),
    headers,
    signed.join(';'),
    header('x-amz-content-sha256'),
  ].join('\n');
}

function sign(day: string, text: string): string {
  const parts = [day, S3_REGION, 's3', 'aws4_request', text];
  const hmac = (key: Buffer | string, part: string): Buffer => createHmac('sha256', key).update(part).digest();
  return parts.reduce<Buffer | string>(hmac, `AWS4${S3_KEYS.secretKey}`).toString('hex');
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
