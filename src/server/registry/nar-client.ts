import type { z } from 'zod';
import { errorTextOf, holdingReply, pendingReply } from '#server/registry/nar-replies.ts';
import type { TransferOrder } from '#server/registry/registry-connector.ts';

const TIMEOUT_MS = 15_000;
const PAGE = 500;
const PAGES_MAX = 40;

export type NarSettings = { readonly url: string; readonly token: string; readonly timeoutMs?: number };
export type Placed = Pick<TransferOrder, 'id' | 'device' | 'first' | 'last' | 'quantity' | 'sender'>;

/** The registry did not answer as its description says, so nothing is known. */
export class NoAnswer extends Error {}

/** A client of the parts of the API that move certificates and list where they are. */
export type Nar = ReturnType<typeof createNarClient>;
export type NarReply = { readonly status: number; readonly body: unknown };

/** Creates a client for the client API of NAR at this address. */
export function createNarClient({ url, token, timeoutMs = TIMEOUT_MS }: NarSettings) {
  const base = `${url.replace(/\/$/, '')}/api/ledger`;
  const ask = async (path: string, query: Record<string, string>, body?: object): Promise<NarReply> => {
    const address = `${base}/${path}?${new URLSearchParams(query).toString()}`;
    try {
      const reply = await fetch(address, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
        // A redirect would send the order and the token to an address that was not configured.
        redirect: 'error',
      });
      return { status: reply.status, body: await reply.json() };
    } catch (error) {
      throw new NoAnswer(`no answer: ${error instanceof Error ? error.name : 'unknown'}`);
    }
  };
  const list = async <Row>(
    path: string,
    query: Record<string, string>,
    schema: z.ZodType<{ value: Row[] }>,
  ): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let page = 0; page < PAGES_MAX; page++) {
      const paging = { $top: String(PAGE), $skip: String(page * PAGE) };
      const { value } = readReply(schema, await ask(path, { ...query, ...paging }));
      rows.push(...value);
      if (value.length < PAGE) return rows;
    }
    throw new NoAnswer('the list has too many pages');
  };
  return {
    ask,
    holdings: ({ sender, device }: Placed) =>
      list('holding', { accountIds: sender, $filter: ofDevice(device) }, holdingReply),
    outgoing: ({ sender }: Placed) => list('transfer/pending', { accountIds: sender, direction: 'O' }, pendingReply),
  };
}

const ofDevice = (device: string): string => `resourceProgramAssignedIdentifier eq '${device.replaceAll("'", "''")}'`;

/**
 * Returns a reply as it is described.
 * @throws NoAnswer if the request failed, or if the reply is something else
 */
export function readReply<Value>(schema: z.ZodType<Value>, { status, body }: NarReply): Value {
  if (status !== 200) throw new NoAnswer(`status ${status}: ${errorTextOf(body)}`);
  const found = schema.safeParse(body);
  if (!found.success) throw new NoAnswer('the answer is not as described');
  return found.data;
}
