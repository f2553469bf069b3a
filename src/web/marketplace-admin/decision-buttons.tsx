import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { approveBuyOrder, rejectBuyOrder, type AdminBuyOrder } from '#contract/marketplace/buy-order.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { RemarkDialog, type RemarkWords } from '#web/design/dialogs/remark-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Decision = 'reject' | 'approve';

const DECISIONS: Record<Decision, { route: typeof approveBuyOrder; words: RemarkWords; done: PhraseKey }> = {
  reject: {
    route: rejectBuyOrder,
    words: {
      title: 'buyOrder.rejectTitle',
      text: 'buyOrder.rejectText',
      help: 'buyOrder.remarkHelp',
      submit: 'buyOrder.reject',
      isRequired: true,
      isDangerous: true,
    },
    done: 'buyOrder.rejectDone',
  },
  approve: {
    route: approveBuyOrder,
    words: {
      title: 'buyOrder.approveTitle',
      text: 'buyOrder.approveText',
      help: 'buyOrder.remarkHelp',
      submit: 'buyOrder.approve',
      isRequired: true,
    },
    done: 'buyOrder.approveDone',
  },
};

/** What an admin makes of a pending buy order, and why (specification 5: the remark is required for both). */
export function DecisionButtons({ order }: { order: AdminBuyOrder }) {
  const say = useSay();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Decision>();
  const { id, reference, status } = order;
  const askAgain = () => queryClient.invalidateQueries({ queryKey: ['buy-orders'] });
  const finish = async (words: PhraseKey) => {
    void queryClient.invalidateQueries({ queryKey: ['sell-order'] });
    void queryClient.invalidateQueries({ queryKey: ['sell-orders'] });
    void queryClient.invalidateQueries({ queryKey: ['waiting'] });
    await askAgain();
    toast('good', say(words, { reference }));
    setChosen(undefined);
  };
  const decision = chosen && DECISIONS[chosen];
  return (
    <>
      {status === 'Pending' &&
        (['reject', 'approve'] as const).map((one) => (
          <ReasonButton
            key={one}
            variant={one === 'approve' ? 'filled' : 'default'}
            isDangerous={one === 'reject'}
            onClick={() => setChosen(one)}
          >
            {say(DECISIONS[one].words.submit)}
          </ReasonButton>
        ))}
      {decision && (
        <RemarkDialog
          words={decision.words}
          params={{
            reference,
            company: companyNameIn(language, order.buyer),
            quantity: order.quantity,
            hasBeneficiary: String(order.hasBeneficiary),
          }}
          send={(remarkContent) => api(decision.route, { params: { id }, body: { remarkContent } })}
          onDone={() => void finish(decision.done)}
          // Somebody else was faster.
          onRefused={() => void askAgain()}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
