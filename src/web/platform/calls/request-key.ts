import { useState } from 'react';
import { isUnanswered, type ApiError } from '#web/platform/calls/api-error.ts';
import { newKey } from '#web/platform/calls/api.ts';

/**
 * Idempotency keys of one form (docs/rules.md#repeated-calls). `keyFor` returns the same key for the same content, so a
 * retry after a missing response is recognized. `forget` is called after success, so that the same content can be sent
 * as a new request. `takeRefused` is called after an error. A server remembers the refusal of a key, so a refused
 * request needs a new key.
 */
export type RequestKeys = { keyFor(body: object): string; forget(): void; takeRefused(error: ApiError): void };

/** Creates the idempotency keys of one form (docs/rules.md#repeated-calls). `make` returns a new key. */
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

/** Returns the idempotency keys of a component's form. The object stays the same while the component is on screen. */
export function useRequestKeys(): RequestKeys {
  const [keys] = useState(() => createRequestKeys(newKey));
  return keys;
}
