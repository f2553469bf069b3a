import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock, IconMinus } from '@tabler/icons-react';
import type { DeliveryState, PaymentState, WholeState } from '#domain/settlement/tracks.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';

const WAITS = { tone: 'warn', icon: IconClock } as const;
const DONE = { tone: 'good', icon: IconCircleCheck } as const;
const WRONG = { tone: 'bad', icon: IconAlertTriangle } as const;
const ENDED = { tone: 'quiet', icon: IconCircleX } as const;
const NOTHING = { tone: 'quiet', icon: IconMinus } as const;

const PAYMENT = {
  notDue: NOTHING,
  invoiced: WAITS,
  partPaid: WAITS,
  paid: DONE,
  overdue: WRONG,
  inCure: WRONG,
  defaulted: WRONG,
  waived: DONE,
  refunded: ENDED,
} as const;
const DELIVERY = {
  notDue: NOTHING,
  due: WAITS,
  instructed: WAITS,
  pending: WAITS,
  partAccepted: WAITS,
  accepted: DONE,
  rejected: WRONG,
  failed: WRONG,
} as const;
const WHOLE = {
  open: WAITS,
  disputed: WRONG,
  settled: DONE,
  released: ENDED,
  cancelled: ENDED,
  settledOutside: NOTHING,
} as const;

/** The state of the payment. */
export const PaymentBadge = ({ state }: { state: PaymentState }) => (
  <StatusBadge {...PAYMENT[state]} label={`settlement.payment.${state}`} />
);

/** The state of the delivery. */
export const DeliveryBadge = ({ state }: { state: DeliveryState }) => (
  <StatusBadge {...DELIVERY[state]} label={`settlement.delivery.${state}`} />
);

/** The state of the whole settlement. */
export const WholeBadge = ({ state }: { state: WholeState }) => (
  <StatusBadge {...WHOLE[state]} label={`settlement.whole.${state}`} />
);
