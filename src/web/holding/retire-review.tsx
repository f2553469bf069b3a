import { Button } from '@mantine/core';
import type { Holding } from '#contract/holding/holding.ts';
import type { Claim } from '#domain/claim/claim.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { newOf, type BeneficiaryDraft } from '#web/holding/beneficiary-draft.ts';
import { ClaimCard, PlaceFacts } from '#web/holding/claim-facts.tsx';
import { claimOf, type ClaimDraft } from '#web/holding/claim-draft.ts';
import { BeneficiaryFacts } from '#web/holding/beneficiary-facts.tsx';
import { ProductLine } from '#web/holding/product-line.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { IconAlertTriangle, IconLeaf } from '@tabler/icons-react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRegisteredName } from '#web/platform/session/profile.ts';
import css from './holding.module.css';

/** The input of a retirement. */
export type RetireDraft = BeneficiaryDraft & ClaimDraft & { readonly quantity: number | null };

type ReviewProps = {
  holding: Holding;
  draft: RetireDraft;
  error: ApiError | null;
  isPending: boolean;
  onBack: () => void;
  onConfirm: () => void;
};

/** Shows the whole retirement before it becomes final. */
export function RetireReview({ holding, draft, error, isPending, onBack, onConfirm }: ReviewProps) {
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
            <ProductLine product={holding} />
          </Fact>
          <Fact label="holding.holder">{holding.companyName}</Fact>
        </Facts>
      </Card>
      <Card title="beneficiary.title">
        <Facts>
          {beneficiary ? (
            <BeneficiaryFacts beneficiary={beneficiary} />
          ) : (
            <>
              <Fact label={`beneficiary.choice.${draft.choice}`}>{name}</Fact>
              {draft.choice === 'own' && <PlaceFacts country={draft.country} location={draft.location} />}
            </>
          )}
        </Facts>
      </Card>
      <ClaimCard claim={claimOf(draft) as Claim} />
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
