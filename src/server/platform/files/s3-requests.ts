import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { FilesUnavailable } from '#server/platform/files/files-unavailable.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

/** A bucket, and our credentials there. */
export type S3Place = {
  /** `https://host[:port]`; the bucket is the first part of the path, which every S3 service understands. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

/** Limits of a request: ms to wait for an answer, ms between attempts, and the number of attempts. */
export type S3Patience = { readonly answerMs: number; readonly pauseMs: number; readonly tries: number };
export const S3_PATIENCE: S3Patience = { answerMs: 10_000, pauseMs: 200, tries: 3 };
/** Minimum speed of an upload, in bytes per ms. A slower connection counts as broken. */
const BYTES_PER_MS_MIN = 500;

type S3RequestOptions = { readonly name?: string; readonly query?: string; readonly bytes?: Uint8Array };
export type S3Method = 'GET' | 'PUT' | 'DELETE' | 'HEAD';
/**
 * An answer whose body has not been read. If no data arrives in time while the body is read, the request is aborted.
 */
export type S3Answer = { readonly response: Response; readonly limit: Limit };
type Limit = { readonly signal: AbortSignal; readonly begin: () => void; readonly end: () => void };

/** Whether a retry may help: the service is overloaded, restarting or slow (S3 API reference, error responses). */
const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/**
 * Returns a function that sends signed requests to one bucket. It repeats a request a few times if a retry may help. It
 * returns the final answer, which may be a refusal.
 * @throws FilesUnavailable if there was no final answer
 */
export function s3Requests(place: S3Place, patience: S3Patience = S3_PATIENCE) {
  const client = new AwsClient({
    accessKeyId: place.accessKey,
    secretAccessKey: place.secretKey,
    region: place.region,
    service: 's3',
    retries: 0,
  });
  const base = `${place.endpoint.replace(/\/$/, '')}/${place.bucket}`;
  const once = async (method: S3Method, { name, query = '', bytes }: S3RequestOptions): Promise<S3Answer> => {
    // The hash of the body is signed, so the service stores the whole body or nothing.
    const headers = { 'x-amz-content-sha256': sha256(bytes ?? '') };
    const body = bytes && { body: new Uint8Array(bytes) };
    const url = base + (name === undefined ? '' : `/${name}`) + query;
    const signed = await client.sign(url, { method, headers, ...body });
    const limit = limitOf(patience.answerMs + (bytes?.length ?? 0) / BYTES_PER_MS_MIN);
    try {
      // A redirect could send the file to another service.
      const response = await fetch(signed, { signal: limit.signal, redirect: 'error' });
      return { response, limit };
    } catch (failure) {
      limit.end();
      throw failure;
    }
  };
  return async (method: S3Method, wish: S3RequestOptions = {}): Promise<S3Answer> => {
    for (let tried = 1; ; tried += 1) {
      const answer = await once(method, wish).catch(reasonOf);
      if (typeof answer !== 'string' && !isPassing(answer.response.status)) return answer;
      const said = typeof answer === 'string' ? answer : `it answered ${answer.response.status}`;
      if (typeof answer !== 'string') await discardBody(answer);
      if (tried >= patience.tries) throw new FilesUnavailable(`${method} ${wish.name ?? place.bucket}: ${said}`);
      await pause(patience.pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()));
    }
  };
}

/** Discards an answer whose body is not needed, which frees its connection. */
export async function discardBody({ response, limit }: S3Answer): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
  limit.end();
}

/**
 * Yields the body in pieces. The time limit does not run while the caller processes a piece. Throws `FilesUnavailable`
 * if the connection fails.
 */
export async function* piecesOf({ response, limit }: S3Answer): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response.body ?? []) {
      limit.end();
      yield piece;
      limit.begin();
    }
  } catch (failure) {
    throw new FilesUnavailable(`the download broke off: ${reasonOf(failure)}`);
  } finally {
    limit.end();
  }
}

/** Reads the whole body into memory; throws `FilesUnavailable` if the connection fails. */
export const bodyOf = async (answer: S3Answer): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(piecesOf(answer)));

/**
 * Returns a time limit. Its signal aborts if `end` is not called within `ms` after `begin`. The limit begins
 * immediately.
 */
function limitOf(ms: number): Limit {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => clearTimeout(timer);
  const begin = (): void => {
    end();
    timer = setTimeout(() => controller.abort(new Error(`no data received for ${ms} ms`)), ms);
  };
  begin();
  return { signal: controller.signal, begin, end };
}

/** Returns only what the network or the time limit reported, without addresses and keys. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause } = failure;
  return cause instanceof Error && cause.message ? cause.message : failure.message;
}
