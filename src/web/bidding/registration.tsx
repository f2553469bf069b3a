import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { registerForAuction, type Auction } from '#contract/auction.ts';
import type { Profile } from '#contract/identity.ts';
import { judgeActing } from '#domain/access/may.ts';
import { FormError } from '#web/design/form-error.tsx';
import { ReasonButton } from '#web/design/reason-button.tsx';
import { SelectField } from '#web/design/select-field.tsx';
import { CheckboxField } from '#web/design/switch-field.tsx';
import { toast } from '#web/design/toast.tsx';
import { useForm } from '#web/design/use-form.ts';
import { useAliasText } from '#web/platform/alias-text.ts';
import { api } from '#web/platform/api.ts';
import { asApiError } from '#web/platform/api-error.ts';
import { formatPercent } from '#web/platform/format.ts';
import { useSay, type PhraseKey } from '#web/platform/phrase.ts';
import { useProfile } from '#web/platform/profile.ts';
import { auctionQuery } from '#web/bidding/auction-query.ts';
import type { RoomPhase } from '#web/bidding/phase.ts';
import css from './detail.module.css';

const TERMS = [
  'auction.term1',
  'auction.term2',
  'auction.term3',
  'auction.term4',
] as const satisfies readonly PhraseKey[];

/** A public auction is joined with one of the own Active accounts, accepting its terms (rules 3). */
export function Registration({ auction, phase }: { auction: Auction; phase: RoomPhase }) {
  const say = useSay();
  const inWords = useAliasText();
  const queryClient = useQueryClient();
  const memberships = useProfile().accounts;
  const accounts = memberships.filter((account) => !judgeActing(account));
  const form = useForm({ accountId: accounts[0]?.id ?? null, acceptsTerms: false }, (values) => ({
    accountId: values.accountId === null ? { code: 'field_required' } : undefined,
    acceptsTerms: values.acceptsTerms ? undefined : { code: 'terms_not_accepted' },
  }));
  const register = useMutation({
    mutationFn: () =>
      api(registerForAuction, {
        params: { id: auction.id },
        body: { accountId: form.values.accountId ?? '', acceptsTerms: form.values.acceptsTerms },
      }),
    onSuccess: (registered) => {
      queryClient.setQueryData(auctionQuery('user', auction.id).queryKey, registered);
      toast('good', say('auction.registered', { alias: inWords(registered.own?.alias ?? '') }));
    },
    onError: (thrown) => form.refuse(asApiError(thrown).fields),
    meta: { silent: true },
  });
  if (phase === 'counting' || phase === 'closed') return <Closed reason="error.auction_has_ended" />;
  if (accounts.length === 0) return <Closed reason={whyNone(memberships)} />;
  return (
    <form
      className={css.card}
      noValidate
      aria-labelledby="registration"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.check() && !register.isPending) register.mutate();
      }}
    >
      <h2 className={css.title} id="registration">
        {say('auction.registerTitle')}
      </h2>
      <p className={css.text}>{say('auction.registerHint')}</p>
      <SelectField
        {...form.field('accountId')}
        label="auction.registerAccount"
        isRequired
        choices={accounts.map(({ id, companyName }) => ({ value: id, label: companyName }))}
      />
      <h3 className={css.subtitle}>{say('auction.terms')}</h3>
      <ol className={css.terms}>
        {TERMS.map((term) => (
          <li key={term}>
            {say(term, {
              buyer: formatPercent(auction.buyerProcessingFee),
              seller: formatPercent(auction.sellerProcessingFee),
            })}
          </li>
        ))}
      </ol>
      <CheckboxField {...form.field('acceptsTerms')} label="auction.acceptTerms" />
      <FormError error={register.error && asApiError(register.error)} />
      <Button type="submit" loading={register.isPending}>
        {say('auction.register')}
      </Button>
    </form>
  );
}

/** What stands in the way of all of them, by the first. */
function whyNone([account]: Profile['accounts']): PhraseKey {
  const refusal = account && judgeActing(account);
  return refusal ? `error.${refusal}` : 'auction.noAccount';
}

function Closed({ reason }: { reason: PhraseKey }) {
  const say = useSay();
  return (
    <section className={css.card} aria-labelledby="registration">
      <h2 className={css.title} id="registration">
        {say('auction.registerTitle')}
      </h2>
      <p className={css.text}>{say(reason)}</p>
      <ReasonButton reason={reason}>{say('auction.register')}</ReasonButton>
    </section>
  );
}
