import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import {
  listOrdersOfSettlementAsAdmin,
  listOrdersOfSettlementAsUser,
  type RegistryOrderView,
} from '#contract/settlement/registry-order.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { OrderCertificates, OrderState } from '#web/registry/registry-order-badge.tsx';
import { usePrepareOrders } from '#web/registry/use-prepare-orders.ts';
import css from './registry.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

type Props = {
  role: Role;
  id: string;
  /** True while the seller has instructed a delivery, so that orders can be prepared. */
  isInstructed: boolean;
};

/** The registry orders of a settlement, with their states and the transfer ids of the registry. */
export function SettlementOrders({ role, id, isInstructed }: Props) {
  const say = useSay();
  const route = role === 'admin' ? listOrdersOfSettlementAsAdmin : listOrdersOfSettlementAsUser;
  const query = useQuery(readQuery(['settlement', role, id, 'orders'], route, { params: { id } }));
  return (
    <Card title="registryOrder.title">
      <Loaded query={query} skeleton={<Skeleton height={48} radius="md" />}>
        {(orders) => (
          <div className={css.page}>
            {orders.length === 0 && <p className={css.under}>{say('registryOrder.noneOfSettlement')}</p>}
            {orders.map((order) => (
              <Order key={order.id} order={order} />
            ))}
            {role === 'admin' && isInstructed && <Prepare id={id} />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Prepare({ id }: { id: string }) {
  const say = useSay();
  const { run, isPending } = usePrepareOrders({ settlementId: id });
  return (
    <div>
      <ReasonButton variant="default" loading={isPending} onClick={() => run()}>
        {say('registryOrder.prepare')}
      </ReasonButton>
    </div>
  );
}

const Order = ({ order }: { order: RegistryOrderView }) => (
  <Facts>
    <Fact label="registryOrder.certificates">
      <OrderCertificates order={order} />
    </Fact>
    <Fact label="registryOrder.state">
      <OrderState order={order} />
    </Fact>
    <Fact label="registryOrder.transferId">
      <span className={css.name}>{order.transferId || '–'}</span>
    </Fact>
    <Fact label="registryOrder.correlationId">
      <span className={css.name}>{order.id}</span>
    </Fact>
  </Facts>
);
