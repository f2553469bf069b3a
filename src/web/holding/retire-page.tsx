import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Holding } from '#contract/holding/holding.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { Steps } from '#web/design/forms/steps.tsx';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { holdingQuery } from '#web/holding/holding-query.ts';
import { RetireForm } from '#web/holding/retire-form.tsx';
import { RetireReview } from '#web/holding/retire-review.tsx';
import { useActingReason } from '#web/holding/use-acting-reason.ts';
import { useRetire } from '#web/holding/use-retire.ts';
import { paths } from '#web/paths.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { IconLock } from '@tabler/icons-react';

const STEPS = ['retirement.stepForm', 'retirement.stepReview', 'retirement.stepDone'] as const;

/** Retiring part or all of a holding: for whom and how many, then a review of what will be final. */
export function RetirePage({ id }: { id: string }) {
  const query = useQuery(holdingQuery('user', id));
  return (
    <Loaded query={query} skeleton={<Skeleton height={520} radius="md" />}>
      {(holding) => <Retire holding={holding} />}
    </Loaded>
  );
}

function Retire({ holding }: { holding: Holding }) {
  const words = useItemWords();
  const [step, setStep] = useState<'form' | 'review'>('form');
  const reason = useActingReason(holding.accountId) ?? (holding.balance === 0 ? 'holding.nothingLeft' : undefined);
  const change = () => setStep('form');
  const { form, run, isPending, isDone, error } = useRetire(holding, change);
  const isReview = step === 'review';
  useLeaveGuard(form.isDirty && !isPending && !isDone, isReview ? change : undefined);
  return (
    <>
      <PageTitle
        title="retirement.retireTitle"
        note={words(holding)}
        back={{ to: paths.holding('user', holding.id), label: 'holding.about' }}
      />
      {reason && !isDone ? (
        <Notice tone="quiet" icon={IconLock} title={reason} />
      ) : (
        <>
          <Steps label="retirement.retireTitle" steps={STEPS} done={isReview ? 1 : 0} />
          {isReview ? (
            <RetireReview
              holding={holding}
              draft={form.values}
              error={error}
              isPending={isPending || isDone}
              onBack={change}
              onConfirm={run}
            />
          ) : (
            <RetireForm holding={holding} form={form} error={error} onReview={() => setStep('review')} />
          )}
        </>
      )}
    </>
  );
}
