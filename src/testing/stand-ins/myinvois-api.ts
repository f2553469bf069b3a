import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const CLIENT = { clientId: 'client-of-greenlot', clientSecret: 'secret-of-the-authority' };

/**
 * How the authority answers the next submission. `late`: it takes the document and answers after the time limit.
 * `silent`: it does nothing and does not answer. `twice`: it takes the document twice. `unreadable`: it takes the document
 * and answers with something else. `refuses`: it refuses the document at once. `invalid`: it takes the document, and finds
 * it invalid later. A number: it does nothing and answers with this status.
 */
export type Mood = 'late' | 'silent' | 'twice' | 'unreadable' | 'refuses' | 'invalid' | number;

type Status = 'Submitted' | 'Valid' | 'Invalid' | 'Cancelled';
type Kept = {
  readonly uuid: string;
  readonly internalId: string;
  readonly taxNumber: string;
  readonly typeCode: string;
  readonly correctedId: string;
  readonly dateTimeIssued: string;
  readonly total: number;
  readonly willBe: Status;
  status: Status;
  dateTimeValidated: string | null;
};
type Sent = { readonly document: string; readonly codeNumber: string };
type Ubl = Readonly<Record<string, readonly { readonly _: string | number }[]>>;

const textOf = (document: Ubl, ...path: readonly string[]): string => {
  let node: unknown = document;
  for (const name of path) node = (node as Record<string, readonly unknown[]> | undefined)?.[name]?.[0];
  return String((node as { _?: string | number } | undefined)?._ ?? '');
};

/** The authority's program: its documents, its mood, and the requests that it got. */
class Authority {
  readonly documents: Kept[] = [];
  readonly submitted: string[] = [];
  readonly cancelled: string[] = [];
  mood: Mood | undefined;
  cancelStatus: number | undefined;

  answer({ method, url, headers }: IncomingMessage, body: string): [status: number, body: unknown] | undefined {
    const { pathname, searchParams } = new URL(url ?? '', 'http://authority');
    if (pathname === '/connect/token') return this.#signIn(body, String(headers.onbehalfof ?? 'OWN'));
    const taxNumber = /^Bearer token-of-(.+)$/.exec(headers.authorization ?? '')?.[1];
    if (taxNumber === undefined) return [401, { error: 'Unauthorized' }];
    if (method === 'POST') return this.#submit(JSON.parse(body) as { documents: Sent[] }, taxNumber);
    if (pathname.endsWith('/search')) return [200, this.#search(searchParams, taxNumber)];
    const uuid = pathname.split('/').at(-2) ?? '';
    const found = this.documents.find((one) => one.uuid === uuid && one.taxNumber === taxNumber);
    if (!found) return [404, { error: 'NotFound' }];
    return method === 'PUT' ? this.#cancel(found) : [200, this.#look(found)];
  }

  #signIn(body: string, taxNumber: string): [number, unknown] {
    const asked = new URLSearchParams(body);
    const isKnown = asked.get('client_id') === CLIENT.clientId && asked.get('client_secret') === CLIENT.clientSecret;
    if (!isKnown) return [400, { error: 'invalid_client' }];
    return [200, { access_token: `token-of-${taxNumber}`, token_type: 'Bearer', expires_in: 3_600 }];
  }

  #submit({ documents }: { documents: readonly Sent[] }, taxNumber: string): [number, unknown] | undefined {
    const { mood } = this;
    const [sent] = documents;
    if (!sent) return [400, { error: { code: 'BadStructure' } }];
    this.submitted.push(sent.codeNumber);
    if (mood === 'silent') return undefined;
    if (typeof mood === 'number') return [mood, { error: { code: 'OutOfOrder' } }];
    this.mood = undefined;
    const named = { invoiceCodeNumber: sent.codeNumber };
    if (mood === 'refuses')
      return [202, { acceptedDocuments: [], rejectedDocuments: [{ ...named, error: { code: 'CF321' } }] }];
    const taken = this.#keep(sent, taxNumber, mood === 'invalid' ? 'Invalid' : 'Valid');
    if (mood === 'twice') this.#keep(sent, taxNumber, 'Valid');
    if (mood === 'late') return undefined;
    if (mood === 'unreadable' || mood === 'twice') return [202, { acceptedDocuments: 'ok' }];
    return [202, { submissionUID: 'S1', acceptedDocuments: [{ uuid: taken.uuid, ...named }], rejectedDocuments: [] }];
  }

  #keep({ document, codeNumber }: Sent, taxNumber: string, willBe: Status): Kept {
    const { Invoice: invoices } = JSON.parse(Buffer.from(document, 'base64').toString()) as { Invoice: readonly Ubl[] };
    const invoice = invoices[0] ?? {};
    const kept: Kept = {
      uuid: randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase(),
      internalId: codeNumber,
      taxNumber,
      typeCode: textOf(invoice, 'InvoiceTypeCode'),
      correctedId: textOf(invoice, 'BillingReference', 'InvoiceDocumentReference', 'UUID'),
      dateTimeIssued: `${textOf(invoice, 'IssueDate')}T${textOf(invoice, 'IssueTime')}`,
      total: Number(textOf(invoice, 'LegalMonetaryTotal', 'PayableAmount')),
      willBe,
      status: 'Submitted',
      dateTimeValidated: null,
    };
    this.documents.push(kept);
    return kept;
  }

  #search(query: URLSearchParams, taxNumber: string): object {
    const [from, to] = ['issueDateFrom', 'issueDateTo'].map((name) => Date.parse(query.get(name) ?? ''));
    const result = this.documents.filter(
      (one) =>
        one.taxNumber === taxNumber &&
        one.typeCode === query.get('documentType') &&
        Date.parse(one.dateTimeIssued) >= (from ?? 0) &&
        Date.parse(one.dateTimeIssued) <= (to ?? 0),
    );
    return { result, metadata: { totalPages: 1, totalCount: result.length } };
  }

  /** A document is checked by the time of the second look at it. */
  #look(one: Kept): object {
    const shown = { ...one, totalPayableAmount: one.total, validationResults: { status: one.status } };
    if (one.status === 'Submitted') this.check(one);
    return shown;
  }

  check(one: Kept): void {
    one.status = one.willBe;
    if (one.willBe === 'Valid') one.dateTimeValidated = new Date().toISOString();
  }

  #cancel(one: Kept): [number, unknown] {
    this.cancelled.push(one.uuid);
    if (this.cancelStatus !== undefined) return [this.cancelStatus, { error: { code: 'OperationPeriodOver' } }];
    if (one.status !== 'Valid') return [400, { error: { code: 'IncorrectState' } }];
    one.status = 'Cancelled';
    return [200, { uuid: one.uuid, status: 'Cancelled' }];
  }
}

/**
 * Starts a tax authority with the API of MyInvois (its published description): sign-in for a taxpayer, submission,
 * search, details and cancellation. Like the real one, it takes the same number twice.
 */
export async function myInvoisApi() {
  const authority = new Authority();
  const server = createServer((request, response) => {
    const say = (answer: [status: number, body: unknown] | undefined) =>
      answer && response.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]));
    void Array.fromAsync(request as AsyncIterable<Buffer>).then((chunks) =>
      say(authority.answer(request, Buffer.concat(chunks).toString())),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...CLIENT,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents: authority.documents,
    /** The numbers of all documents that were sent, in their order. */
    submitted: authority.submitted,
    /** The ids of all documents that were asked to be cancelled. */
    cancelled: authority.cancelled,
    /** Sets how the next submission is answered. A silence and a status last until the next call of this function. */
    answers: (how: Mood | undefined) => void (authority.mood = how),
    /** Sets the status of the answers to cancellations; undefined cancels. */
    refusesCancelling: (status: number | undefined) => void (authority.cancelStatus = status),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
