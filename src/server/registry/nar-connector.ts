import { MILLIONTHS, quantityText, sizeOf } from '#domain/certificate/serial-range.ts';
import { parseSerials, type Serials } from '#domain/certificate/serial-style.ts';
import type {
  ConnectorResult,
  RegistryConnector,
  RetirementOrder,
  StatementLine,
  TransferOrder,
} from '#server/registry/registry-connector.ts';
import {
  createNarClient,
  NoAnswer,
  readReply,
  type Nar,
  type NarReply,
  type NarSettings,
  type Placed,
} from '#server/registry/nar-client.ts';
import { errorTextOf, rangeOf, transferReply, type NarHolding } from '#server/registry/nar-replies.ts';

/** Statuses of replies to requests that the registry certainly did not carry out. */
const NOT_TAKEN = new Set([401, 403, 413, 429]);

const silence = (detail: string): ConnectorResult => ({ found: 'unknown', detail });

/**
 * The connector for the client API of the registry NAR. The API returns our correlation id, but cannot be asked for it,
 * and would carry out a repeated request again. So the connector finds a transfer by its serial numbers, which can be in
 * one place only: in a pending transfer, in the sender's account, or gone from it.
 */
export function createNarConnector(settings: NarSettings): RegistryConnector {
  const nar = createNarClient(settings);
  const poll = (order: TransferOrder): Promise<ConnectorResult> => unlessSilent(() => look(nar, order));
  return {
    name: 'nar',
    transfer: (order) => unlessSilent(() => transfer(nar, order)),
    poll,
    retire: (order) => unlessSilent(() => retire(nar, order)),
    pollRetirement: (order) => unlessSilent(() => lookForRetirement(nar, order)),
    statement: async (order) => statementOf(order, await nar.holdings(order)),
  };
}

async function unlessSilent(ask: () => Promise<ConnectorResult>): Promise<ConnectorResult> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoAnswer) return silence(error.message);
    throw error;
  }
}

const serialsOf = ({ first, last }: Placed): Serials | undefined => {
  const found = parseSerials('nar', { first, last });
  return 'code' in found ? undefined : found;
};

/** Returns the millionths that two ranges share. */
function shared(one: Serials, other: Serials | undefined): bigint {
  if (other?.base !== one.base) return 0n;
  const [first, last] = [
    one.first > other.first ? one.first : other.first,
    one.last < other.last ? one.last : other.last,
  ];
  return first > last ? 0n : sizeOf({ first, last, step: one.step });
}

const hasStatus = ({ certificateStatus }: NarHolding, status: string): boolean =>
  certificateStatus.toLowerCase() === status;

/** Finds the certificates of an order among the active holdings: where they begin a range, as NAR moves low numbers first. */
async function findStart(nar: Nar, order: Placed): Promise<string | undefined> {
  const serials = serialsOf(order);
  if (!serials) return undefined;
  return (await nar.holdings(order)).find((holding) => {
    const range = rangeOf(holding.certificateSerialNumberRange);
    return (
      hasStatus(holding, 'active') &&
      range?.base === serials.base &&
      range.first === serials.first &&
      range.last >= serials.last
    );
  })?.certificateSerialNumberRange;
}

async function transfer(nar: Nar, order: TransferOrder): Promise<ConnectorResult> {
  const range = await findStart(nar, order);
  // The certificates are not where an untouched order would find them: perhaps an earlier request moved them.
  if (range === undefined) return look(nar, order);
  const reply = await nar.ask(
    'transfer',
    { onBehalfOfAccountId: order.sender },
    { requests: [{ ...requestOf(order, range), transfereeId: order.receiver }] },
  );
  return answerOf(order, reply, () => look(nar, order));
}

const requestOf = ({ id, quantity }: Placed, range: string) => ({
  correlationId: id,
  certificateSerialNumberRange: range,
  quantity: Number(quantity / MILLIONTHS),
});

async function answerOf(
  order: TransferOrder,
  reply: NarReply,
  again: () => Promise<ConnectorResult>,
): Promise<ConnectorResult> {
  const detail = errorTextOf(reply.body);
  if (NOT_TAKEN.has(reply.status)) return { found: 'absent', detail: `status ${reply.status}: ${detail}` };
  if (reply.status === 400) {
    const now = await again();
    return now.found === 'absent' ? { ...failed, detail } : now;
  }
  const mine = readReply(transferReply, reply).responses.filter(({ correlationId }) => correlationId === order.id);
  const [one] = mine;
  if (!one) return silence('the answer does not name the order');
  const isOther =
    mine.some(({ transferId }) => transferId !== one.transferId) ||
    (one.transfereeId ?? order.receiver) !== order.receiver ||
    rangeOf(one.certificateSerialNumberRange)?.first !== serialsOf(order)?.first;
  if (isOther) return { found: 'differs', detail: JSON.stringify(mine, bigintText).slice(0, 500) };
  return answered('pending', one.transferId, one.quantity);
}

const bigintText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? quantityText(value) : value);

const answered = (
  status: 'pending' | 'accepted' | 'rejected',
  transferId: string,
  quantity: bigint | undefined,
): ConnectorResult => ({ found: 'answer', answer: { status, transferId, quantity }, detail: '' });

const failed = { found: 'answer', answer: { status: 'failed', transferId: '', quantity: undefined } } as const;

/** Finds out where the certificates of an order are. */
async function look(nar: Nar, order: TransferOrder): Promise<ConnectorResult> {
  const serials = serialsOf(order);
  if (!serials) return { found: 'differs', detail: 'not serial numbers of this registry' };
  // Pending transfers first: a transfer that ends between the two calls is then found in its final place.
  const touching = (await nar.outgoing(order)).filter(
    (one) => shared(serials, rangeOf(one.certificateSerialNumberRange)) > 0n,
  );
  const [pending] = touching;
  if (pending) {
    const isOther = touching.length > 1 || pending.transfereeId !== order.receiver;
    return isOther
      ? { found: 'differs', detail: `pending: ${touching.map(({ transferId }) => transferId).join(', ')}` }
      : answered('pending', pending.transferId, pending.quantity);
  }
  const held = (await nar.holdings(order)).filter(
    (one) => shared(serials, rangeOf(one.certificateSerialNumberRange)) > 0n,
  );
  const other = held.find((one) => !hasStatus(one, 'active'));
  if (other)
    return hasStatus(other, 'pending') ? silence('pending') : { found: 'differs', detail: other.certificateStatus };
  const left = held.reduce((sum, one) => sum + shared(serials, rangeOf(one.certificateSerialNumberRange)), 0n);
  if (left === order.quantity)
    return order.transferId === '' ? { found: 'absent', detail: '' } : answered('rejected', order.transferId, 0n);
  // Without a transfer id there is no evidence that the certificates went to the buyer.
  if (order.transferId === '') return { found: 'differs', detail: `${quantityText(left)} left in the account` };
  return answered('accepted', order.transferId, order.quantity - left);
}

/**
 * The codes of a voluntary retirement for RECs without electricity. Retirements for compliance have codes of each state,
 * so they go by file.
 */
const VOLUNTARY = { retirementTypeCode: 'GRN', retirementReasonCode: '22' } as const;

async function retire(nar: Nar, order: RetirementOrder): Promise<ConnectorResult> {
  const range = await findStart(nar, order);
  // Nobody can undo a retirement, so it is asked for only if all certificates are where they should be.
  if (range === undefined) return lookForRetirement(nar, order);
  const { sender, receiver: subaccountId, year: retirementYear, beneficiary: notificationName } = order;
  const request = { ...requestOf(order, range), subaccountId, ...VOLUNTARY, retirementYear, notificationName };
  const reply = await nar.ask('retire', { onBehalfOfAccountId: sender }, { requests: [request] });
  // The reply to a retirement names no receiver.
  const result = await answerOf({ ...order, receiver: '' }, reply, () => lookForRetirement(nar, order));
  return result.found === 'answer' && result.answer.status === 'pending'
    ? { ...result, answer: { ...result.answer, status: 'accepted' } }
    : result;
}

/**
 * Finds out whether the certificates of an order are retired. A retirement without a known reference may be another one,
 * so a person decides.
 */
async function lookForRetirement(nar: Nar, order: RetirementOrder): Promise<ConnectorResult> {
  const serials = serialsOf(order);
  if (!serials) return { found: 'differs', detail: 'not serial numbers of this registry' };
  const held = (await nar.holdings(order)).filter(
    (one) => shared(serials, rangeOf(one.certificateSerialNumberRange)) > 0n,
  );
  const sumOf = (status: string): bigint =>
    held
      .filter((one) => hasStatus(one, status))
      .reduce((sum, one) => sum + shared(serials, rangeOf(one.certificateSerialNumberRange)), 0n);
  if (sumOf('active') === order.quantity) return { found: 'absent', detail: '' };
  if (held.some((one) => hasStatus(one, 'pending'))) return silence('pending');
  const day = held.find((one) => hasStatus(one, 'retired'))?.retirementDate?.slice(0, 10) ?? '';
  if (order.transferId !== '' && sumOf('retired') === order.quantity) {
    const result = answered('accepted', order.transferId, order.quantity);
    return result.found === 'answer'
      ? { ...result, answer: { ...result.answer, proof: { verificationKey: '', retiredOn: day } } }
      : result;
  }
  const names = held.map((one) => `${one.certificateSerialNumberRange}: ${one.certificateStatus}`);
  return { found: 'differs', detail: (names.join('; ') || 'not in the account').slice(0, 500) };
}

function statementOf(order: Placed, holdings: readonly NarHolding[]): StatementLine[] {
  const serials = serialsOf(order);
  return holdings
    .filter((one) => serials && shared(serials, rangeOf(one.certificateSerialNumberRange)) > 0n)
    .map((one) => ({
      serials: one.certificateSerialNumberRange,
      quantity: quantityText(one.quantity ?? 0n),
      status: one.certificateStatus,
      retiredAt: one.retirementDate ?? null,
      beneficiary: one.notificationName ?? '',
    }));
}
