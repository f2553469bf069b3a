import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { AuthorityAnswer } from '#domain/invoice/authority.ts';
import {
  AuthorityClosed,
  AuthoritySilent,
  createMyInvoisClient,
  textOfError,
  type MyInvoisReply,
  type MyInvoisSettings,
} from '#server/invoice/myinvois-client.ts';
import type { AuthorityDocument, AuthorityResult, TaxAuthority } from '#server/invoice/tax-authority.ts';

type Client = ReturnType<typeof createMyInvoisClient>;

/** Statuses of replies to requests that the authority certainly did not carry out. */
const NOT_TAKEN = new Set([401, 403, 413, 429]);
const PAGE = 100;
const PAGES_MAX = 20;
/** The search takes documents of this time around the time of issue. */
const SEARCH_MS = 60_000;

/** The words of the authority for its states. */
const STATUSES = { submitted: 'pending', valid: 'valid', invalid: 'rejected', cancelled: 'cancelled' } as const;
const statusSchema = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(['submitted', 'valid', 'invalid', 'cancelled']));
const documentSchema = z.object({
  uuid: z.string().min(1),
  internalId: z.string(),
  status: statusSchema,
  dateTimeValidated: z.string().nullish(),
});
const detailsReply = documentSchema.extend({ totalPayableAmount: z.number(), validationResults: z.unknown() });
const searchReply = z.object({
  result: z.array(documentSchema.extend({ total: z.number() })),
  metadata: z.object({ totalPages: z.number() }),
});
const submitReply = z.object({
  acceptedDocuments: z.array(z.object({ uuid: z.string().min(1), invoiceCodeNumber: z.string() })).default([]),
  rejectedDocuments: z.array(z.object({ invoiceCodeNumber: z.string(), error: z.unknown() })).default([]),
});

/**
 * The tax authority of Malaysia by the API of MyInvois. Each document is a submission of its own. After a silence, the
 * document is found by its number and its time of issue, because the authority also takes the same number twice.
 */
export function createMyInvoisAuthority(settings: MyInvoisSettings): TaxAuthority {
  const client = createMyInvoisClient(settings);
  return {
    submit: (document, text) => unlessSilent(() => submit(client, document, text)),
    poll: (document) => unlessSilent(() => poll(client, document)),
    cancel: (document, reason) => unlessSilent(() => cancel(client, document, reason)),
  };
}

async function unlessSilent(ask: () => Promise<AuthorityResult>): Promise<AuthorityResult> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AuthoritySilent) return { found: 'unknown', detail: error.message };
    if (error instanceof AuthorityClosed) return { found: 'absent', detail: error.message };
    throw error;
  }
}

/**
 * Returns a reply as it is described.
 * @throws AuthoritySilent if it is something else
 */
function readReply<Value>(schema: z.ZodType<Value>, reply: MyInvoisReply, status: number): Value {
  if (reply.status !== status) throw new AuthoritySilent(textOfError(reply));
  const found = schema.safeParse(reply.body);
  if (!found.success) throw new AuthoritySilent('the answer is not as described');
  return found.data;
}

async function submit(client: Client, document: AuthorityDocument, text: string): Promise<AuthorityResult> {
  const { number, issuerTaxNumber: taxNumber } = document;
  const bytes = Buffer.from(text);
  const one = {
    format: 'JSON',
    document: bytes.toString('base64'),
    documentHash: createHash('sha256').update(bytes).digest('hex'),
    codeNumber: number,
  };
  const body = { documents: [one] };
  const reply = await client({ method: 'POST', path: '/api/v1.0/documentsubmissions/', taxNumber, body });
  if (NOT_TAKEN.has(reply.status)) return { found: 'absent', detail: textOfError(reply) };
  if (reply.status === 400) return answered('rejected', '', null, textOfError(reply));
  const { acceptedDocuments, rejectedDocuments } = readReply(submitReply, reply, 202);
  const mine = acceptedDocuments.filter(({ invoiceCodeNumber }) => invoiceCodeNumber === number);
  const [accepted] = mine;
  if (accepted)
    return mine.every(({ uuid }) => uuid === accepted.uuid)
      ? answered('pending', accepted.uuid, null, '')
      : { found: 'differs', detail: mine.map(({ uuid }) => uuid).join(', ') };
  const refused = rejectedDocuments.find(({ invoiceCodeNumber }) => invoiceCodeNumber === number);
  if (!refused) return { found: 'unknown', detail: 'the answer does not name the document' };
  return answered('rejected', '', null, textOfError({ status: 202, body: refused.error }));
}

const answered = (
  status: AuthorityAnswer['status'],
  authorityId: string,
  validAt: string | null,
  detail: string,
): AuthorityResult => ({ found: 'answer', status, authorityId, validAt, detail });

async function poll(client: Client, document: AuthorityDocument): Promise<AuthorityResult> {
  const uuid = document.authorityId || (await search(client, document));
  return typeof uuid === 'string' ? details(client, { ...document, authorityId: uuid }) : uuid;
}

async function details(client: Client, document: AuthorityDocument): Promise<AuthorityResult> {
  const { authorityId, number, payable, issuerTaxNumber: taxNumber } = document;
  const path = `/api/v1.0/documents/${encodeURIComponent(authorityId)}/details`;
  const found = readReply(detailsReply, await client({ method: 'GET', path, taxNumber }), 200);
  const isOther = found.internalId !== number || found.totalPayableAmount !== Number(payable);
  if (isOther) return { found: 'differs', detail: `${found.internalId}: ${found.totalPayableAmount}` };
  const why = found.status === 'invalid' ? textOfError({ status: 200, body: found.validationResults }) : '';
  return answered(STATUSES[found.status], found.uuid, found.dateTimeValidated ?? null, why);
}

/** Returns the id of the document with this number, or that the authority has none or several. */
async function search(client: Client, document: AuthorityDocument): Promise<string | AuthorityResult> {
  const { number, type, issuedAt, issuerTaxNumber: taxNumber } = document;
  const aroundIssue = (ms: number): string => new Date(Date.parse(issuedAt) + ms).toISOString();
  const query = {
    issueDateFrom: aroundIssue(-SEARCH_MS),
    issueDateTo: aroundIssue(SEARCH_MS),
    invoiceDirection: 'Sent',
    documentType: type === 'invoice' ? '01' : '02',
    pageSize: String(PAGE),
  };
  const found = new Set<string>();
  for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo++) {
    const page = new URLSearchParams({ ...query, pageNo: String(pageNo) });
    const path = `/api/v1.0/documents/search?${page.toString()}`;
    const { result, metadata } = readReply(searchReply, await client({ method: 'GET', path, taxNumber }), 200);
    for (const { internalId, uuid } of result) if (internalId === number) found.add(uuid);
    if (pageNo >= metadata.totalPages) {
      const [first, ...others] = found;
      if (others.length > 0) return { found: 'differs', detail: [...found].join(', ') };
      return first ?? { found: 'absent', detail: '' };
    }
  }
  return { found: 'unknown', detail: 'the list has too many pages' };
}

async function cancel(client: Client, document: AuthorityDocument, reason: string): Promise<AuthorityResult> {
  const { authorityId, issuerTaxNumber: taxNumber } = document;
  const path = `/api/v1.0/documents/state/${encodeURIComponent(authorityId)}/state`;
  const body = { status: 'cancelled', reason };
  const reply = await client({ method: 'PUT', path, taxNumber, body });
  if (reply.status === 200) return answered('cancelled', authorityId, null, '');
  if (NOT_TAKEN.has(reply.status)) return { found: 'absent', detail: textOfError(reply) };
  if (reply.status !== 400) return { found: 'unknown', detail: textOfError(reply) };
  // Perhaps an earlier request has cancelled it.
  const now = await details(client, document);
  return now.found === 'answer' && now.status === 'valid' ? { found: 'refused', detail: textOfError(reply) } : now;
}
