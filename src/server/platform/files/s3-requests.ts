import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { FilesUnavailable } from '#server/platform/files/files-unavailable.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

/** Where objects are kept, and who we are there. */
export type S3Place = {
  /** `https://host[:port]`; the bucket is the first part of the path, which every S3 service understands. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

/** How long is waited for an answer, in milliseconds, and between tries; how often it is tried. */
export type S3Patience = { readonly answerMs: number; readonly pauseMs: number; readonly tries: number };
export const S3_PATIENCE: S3Patience = { answerMs: 10_000, pauseMs: 200, tries: 3 };
/** Of a file that is sent; a line that is slower than that counts as broken. */
const BYTES_PER_MS_MIN = 500;

type Wish = { readonly name?: string; readonly query?: string; readonly bytes?: Uint8Array };
export type S3Method = 'GET' | 'PUT' | 'DELETE' | 'HEAD';
/** An answer whose body is still to be read; where nothing comes for too long while it is waited for, it ends. */
export type S3Answer = { readonly response: Response; readonly limit: Limit };
type Limit = { readonly signal: AbortSignal; readonly begin: () => void; readonly end: () => void };

/** What may be different the next time: the service is overloaded, restarting or slow (S3 API reference, error responses). */
const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/**
 * Signed requests to one bucket, each tried a few times. Gives answers that say something for good, also refusals; throws
 * `FilesUnavailable` where there was none.
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
  const once = async (method: S3Method, { name, query = '', bytes }: Wish): Promise<S3Answer> => {
    // The hash of what is sent is signed: the service takes the whole of it or nothing.
    const headers = { 'x-amz-content-sha256': sha256(bytes ?? '') };
    const body = bytes && { body: new Uint8Array(bytes) };
    const url = base + (name === undefined ? '' : `/${name}`) + query;
    const signed = await client.sign(url, { method, headers, ...body });
    const limit = limitOf(patience.answerMs + (bytes?.length ?? 0) / BYTES_PER_MS_MIN);
    try {
      // A service that sends us elsewhere would get what is meant for this one.
      const response = await fetch(signed, { signal: limit.signal, redirect: 'error' });
      return { response, limit };
    } catch (failure) {
      limit.end();
      throw failure;
    }
  };
  return async (method: S3Method, wish: Wish = {}): Promise<S3Answer> => {
    for (let tried = 1; ; tried += 1) {
      const answer = await once(method, wish).catch(reasonOf);
      if (typeof answer !== 'string' && !isPassing(answer.response.status)) return answer;
      const said = typeof answer === 'string' ? answer : `it answered ${answer.response.status}`;
      if (typeof answer !== 'string') await leave(answer);
      if (tried >= patience.tries) throw new FilesUnavailable(`${method} ${wish.name ?? place.bucket}: ${said}`);
      await pause(patience.pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()));
    }
  };
}

/** Lets go of an answer whose body nobody wants, so that its connection is free. */
export async function leave({ response, limit }: S3Answer): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
  limit.end();
}

/** The body bit by bit, as slowly as its reader likes. Throws `FilesUnavailable` where the line breaks or stalls. */
export async function* piecesOf({ response, limit }: S3Answer): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response.body ?? []) {
      limit.end();
      yield piece;
      limit.begin();
    }
  } catch (failure) {
    throw new FilesUnavailable(`while it sent: ${reasonOf(failure)}`);
  } finally {
    limit.end();
  }
}

export const bodyOf = async (answer: S3Answer): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(piecesOf(answer)));

/** Ends what takes longer than that between a beginning and an end. */
function limitOf(ms: number): Limit {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => clearTimeout(timer);
  const begin = (): void => {
    end();
    timer = setTimeout(() => controller.abort(new Error(`nothing came for ${ms} ms`)), ms);
  };
  begin();
  return { signal: controller.signal, begin, end };
}

/** Says nothing of addresses and keys: only what the network or the time limit said. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause } = failure;
  return cause instanceof Error && cause.message ? cause.message : failure.message;
}
