import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { BodyOf, ReplyOf, Route } from '#contract/basics/route.ts';
import { Answered, createSignIn } from '#server/demo/sign-in.ts';
import { API_BASE } from '#server/platform/config/config.ts';

/** A signed-in person of the demo, outside the server: everything it does goes through the same door as a browser's calls. */
export type Visitor = {
  call<R extends Route>(
    route: R,
    input: { params?: Record<string, string>; query?: string; body?: BodyOf<R> },
  ): Promise<ReplyOf<R>>;
};

const envelope = z.object({ code: z.string(), data: z.optional(z.unknown()) });

/** Signs in when it first calls, and again whenever a token ended. */
export function createVisitor(baseUrl: string, username: string, password: string): Visitor {
  const signIn = createSignIn(baseUrl, { username, password });
  let accessToken: string | undefined;

  const send = async (route: Route, url: string, body: unknown): Promise<Response> => {
    accessToken ??= await signIn();
    const headers: Record<string, string> = { authorization: `Bearer ${accessToken}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (route.idempotencyKey) headers['idempotency-key'] = randomUUID();
    return fetch(url, { method: route.method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  };

  return {
    async call(route, { params = {}, query = '', body }) {
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const url = `${baseUrl}${API_BASE}${path}${query}`;
      let response = await send(route, url, body);
      if (response.status === 401) {
        accessToken = undefined;
        response = await send(route, url, body);
      }
      const answer = envelope.parse(await response.json());
      if (!response.ok) throw new Answered(response.status, answer.code);
      return z.parse(route.reply, answer.data) as ReplyOf<typeof route>;
    },
  };
}
