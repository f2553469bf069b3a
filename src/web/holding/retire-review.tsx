import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLeaf } from '@tabler/icons-react';
import type { Holding } from '#contract/holding/holding.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { BeneficiaryFacts } from '#web/holding/beneficiary-facts.tsx';
import { newOf } from '#web/holding/beneficiary-draft.ts';
import { GoodsLine } from '#web/holding/goods-line.tsx';
import type { RetireDraft } from '#web/holding/use-retire.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRegisteredName } from '#web/platform/session/profile.ts';
import css from './holding.module.css';

type Props = {
  holding: Holding;
  draft: RetireDraft;
  error: ApiError | null;
  isPending: boolean;
  onBack: () => void;
  onConfirm: () => void;
};

/** All of what will be retired, before it is final. */
export function RetireReview({ holding, draft, error, isPending, onBack, onConfirm }: Props) {
  const say = useSay();
  const quantity = draft.quantity ?? 0;
  const beneficiary = draft.choice === 'new' ? newOf(draft) : undefined;
  const registered = useRegisteredName(holding.accountId);
  const name = draft.choice === 'own' ? registered : draft.savedName;
  const ask = async () => {
    const isSure = await confirm({
      title: 'retirement.confirmTitle',
      text: 'retirement.confirmText',
      params: { quantity, name: beneficiary?.nameOnCertificates ?? name },
      yes: 'retirement.confirm',
      isDangerous: true,
    });
    if (isSure) onConfirm();
  };
  return (
    <div className={css.page}>
      <Card title="retirement.reviewTitle">
        <Facts>
          <Fact label="retirement.quantity">
            <strong>{formatQuantity(quantity)}</strong>
          </Fact>
          <Fact label="retirement.remaining">{formatQuantity(holding.balance - quantity)}</Fact>
          <Fact label="holding.goods">
            <GoodsLine goods={holding} />
          </Fact>
          <Fact label="holding.holder">{holding.companyName}</Fact>
        </Facts>
      </Card>
      <Card title="beneficiary.title">
        <Facts>
          {beneficiary ? (
            <BeneficiaryFacts beneficiary={beneficiary} />
          ) : (
            <Fact label={`beneficiary.choice.${draft.choice}`}>{name}</Fact>
          )}
        </Facts>
      </Card>
      <Notice tone="warn" icon={IconAlertTriangle} title="retirement.final">
        <div>{say('retirement.finalHint')}</div>
      </Notice>
      <FormError error={error} />
      <div className={css.foot}>
        <Button variant="default" onClick={onBack} disabled={isPending}>
          {say('retirement.back')}
        </Button>
        <Button onClick={() => void ask()} loading={isPending} leftSection={<IconLeaf size={16} aria-hidden />}>
          {say('retirement.retire')}
        </Button>
      </div>
    </div>
  );
}
