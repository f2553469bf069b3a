import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOffer, listOwnOffers, type OwnOffer } from '#contract/settlement/offer.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { paths } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { formatDay, formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { TermsText } from '#web/settlement/terms-text.tsx';
import css from './settlement.module.css';

/** Offers to bids of the user's companies after a default of another bidder. Shows nothing if there are none. */
export function OwnOffers() {
  const { data = [], error, refetch } = useQuery(readQuery(['offers'], listOwnOffers, {}));
  const say = useSay();
  if (error) return <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <Card title="offer.title">
      <p className={css.under}>{say('offer.hint')}</p>
      {data.map((offer) => (
        <Offer key={offer.id} offer={offer} />
      ))}
    </Card>
  );
}

function Offer({ offer }: { offer: OwnOffer }) {
  const say = useSay();
  const language = useLanguage();
  const { currency } = env();
  const [accept, choose] = useState<boolean>();
  return (
    <section aria-label={`${offer.title}, ${offer.itemName}`}>
      <Facts>
        <Fact label="settlement.trade">
          {offer.title}
          <span className={css.under}>{offer.itemName}</span>
        </Fact>
        <Fact label="settlement.quantity">{formatQuantity(offer.quantity)}</Fact>
        <Fact label="offer.price">{formatMoney(offer.price, currency)}</Fact>
        <Fact label="offer.amount">{formatMoney(offer.amount, currency)}</Fact>
        <Fact label="offer.fee">{formatMoney(offer.fee, currency)}</Fact>
        <Fact label="offer.answerBy">{formatDay(offer.answerBy, language)}</Fact>
        <Fact label="settlement.state">{say(`offer.state.${offer.state}`)}</Fact>
      </Facts>
      {offer.state === 'open' && (
        <>
          <TermsText owner="auction" terms={offer.terms} />
          <div className={css.steps}>
            <Button onClick={() => choose(true)}>{say('offer.accept')}</Button>
            <Button variant="default" onClick={() => choose(false)}>
              {say('offer.decline')}
            </Button>
          </div>
        </>
      )}
      {offer.settlementId && (
        <Link to={paths.settlement('user', offer.settlementId)}>{say('offer.openSettlement')}</Link>
      )}
      {accept !== undefined && <AnswerDialog id={offer.id} accept={accept} onClose={() => choose(undefined)} />}
    </section>
  );
}

/** Asks for a confirmation, because an answer cannot be undone. */
function AnswerDialog({ id, accept, onClose }: { id: string; accept: boolean; onClose: () => void }) {
  const say = useSay();
  const queryClient = useQueryClient();
  const changed = () =>
    Promise.all(['offers', 'settlements'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
  const form = useForm({}, () => ({}));
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => api(answerOffer, { params: { id }, body: { accept }, key: keyFor({ id, accept }) }),
    onDone: async () => {
      await changed();
      toast('good', say(accept ? 'offer.accepted' : 'offer.declined'));
      onClose();
    },
    onRefused: () => void changed(),
    onClose,
  });
  return (
    <FormDialog
      title={accept ? 'offer.acceptTitle' : 'offer.declineTitle'}
      submit={accept ? 'offer.accept' : 'offer.decline'}
      isDangerous={!accept}
      {...dialog}
    >
      <p>{say(accept ? 'offer.acceptText' : 'offer.declineText')}</p>
    </FormDialog>
  );
}
