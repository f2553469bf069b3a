import { useState } from 'react';
import { isUnanswered, type ApiError } from '#web/platform/calls/api-error.ts';
import { newKey } from '#web/platform/calls/api.ts';

/**
 * Idempotency keys of one form (docs/rules.md#repeated-calls). The same content sent again after a missing answer keeps
 * its key; other content gets a new key. Call `forget` after success, so that the same content can be sent as a new
 * request. Call `takeRefused` after an error: a room remembers the refusal of a key, so a refused request needs a new
 * key.
 */
export type RequestKeys = { keyFor(body: object): string; forget(): void; takeRefused(error: ApiError): void };

/** Creates idempotency keys: equal content gets the same key until it is answered (docs/rules.md#repeated-calls). */
export function createRequestKeys(make: () => string): RequestKeys {
  let last: { content: string; key: string } | undefined;
  const forget = (): void => {
    last = undefined;
  };
  return {
    keyFor: (body) => {
      const content = JSON.stringify(body);
      if (last?.content !== content) last = { content, key: make() };
      return last.key;
    },
    forget,
    takeRefused: (error) => {
      if (!isUnanswered(error)) forget();
    },
  };
}

/** Returns idempotency keys that stay the same while the component is on screen. */
export function useRequestKeys(): RequestKeys {
  const [keys] = useState(() => createRequestKeys(newKey));
  return keys;
}
