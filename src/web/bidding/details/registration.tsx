import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Auction, registerForAuction } from '#contract/auction/auction.ts';
import { judgeActing } from '#domain/access/may.ts';
import { limitsOf } from '#domain/auction/soft-close.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { auctionQuery } from '#web/bidding/room/auction-query.ts';
import type { RoomPhase } from '#web/bidding/room/phase.ts';
import { useAuctionPlaces } from '#web/bidding/room/use-auction-places.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { CheckboxField } from '#web/design/fields/switch-field.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { ReadToEnd } from '#web/design/layout/read-to-end.tsx';
import { AgreementField } from '#web/document/agreement-field.tsx';
import { useTermsToAccept } from '#web/document/use-terms-to-accept.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { formatPercent } from '#web/platform/format/format.ts';
import { type PhraseKey, useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { settlementTermsQuery, SETTLEMENT_TERMS_KEY } from '#web/settlement/terms-query.ts';
import { TermsText } from '#web/settlement/terms-text.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import type { SettlementTerms } from '#domain/settlement/terms.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import css from './detail.module.css';

type Account = ReturnType<typeof useProfile>['accounts'][number];

/**
 * Registers one of the user's companies for a public auction and accepts the auction's terms. A bidder who was added by
 * an administrator only accepts the terms (docs/rules.md#bidders).
 */
export function Registration({ auction, phase }: { auction: Auction; phase: RoomPhase }) {
  const say = useSay();
  const { own } = auction;
  const accounts = useProfile().accounts.filter(({ id }) => own === null || id === own.accountId);
  const usable = accounts.filter((account) => judgeActing(account) === undefined);
  const isOver = phase === 'closing' || phase === 'closed';
  return (
    <section className={css.card} aria-labelledby="registration">
      <h2 className={css.title} id="registration">
        {say(own ? 'terms.acceptFirst' : 'auction.registerTitle')}
      </h2>
      {isOver && <p className={css.text}>{say('error.auction_has_ended')}</p>}
      {!isOver && usable.length === 0 && (
        <ReasonButton reason={whyNone(accounts)}>{say('auction.register')}</ReasonButton>
      )}
      {!isOver && usable.length > 0 && <RegistrationWithTerms auction={auction} accounts={usable} />}
      {!isOver && <Unusable accounts={accounts.filter((account) => !usable.includes(account))} />}
    </section>
  );
}

type FormProps = { auction: Auction; accounts: readonly Account[] };

/** Loads the terms of settlement, which are part of the terms to accept. If they change, the form starts again. */
function RegistrationWithTerms(props: FormProps) {
  const { data, error, refetch } = useQuery(settlementTermsQuery('auction', 'user', props.auction.id));
  if (data) return <RegistrationForm key={JSON.stringify(data)} {...props} settlementTerms={data} />;
  if (error) return <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />;
  return <Skeleton height={320} />;
}

/** The form to register for an auction: the company to bid for, and the acceptance of the terms. */
function RegistrationForm({ auction, accounts, settlementTerms }: FormProps & { settlementTerms: SettlementTerms }) {
  const say = useSay();
  const [isRead, setIsRead] = useState(false);
  const form = useForm({ accountId: accounts[0]?.id ?? null, acceptsTerms: false }, (values) => ({
    accountId: values.accountId === null ? { code: 'field_required' } : undefined,
    acceptsTerms: values.acceptsTerms ? undefined : { code: 'terms_not_accepted' },
  }));
  const { agreement, withAcceptance } = useTermsToAccept();
  const inWords = useAliasText();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const places = useAuctionPlaces('user', auction.id);
  const register = useChange({
    send: (body: { accountId: string; acceptedTermsVersion: string | null }) =>
      withAcceptance(() => api(registerForAuction, { params: { id: auction.id }, body: { ...body, settlementTerms } })),
    onDone: (registered) => {
      queryClient.setQueryData(auctionQuery('user', auction.id).queryKey, registered);
      toast('good', say('auction.registered', { alias: inWords(registered.own?.alias ?? '') }));
      // Continues to the initial bids if the auction has items.
      if (registered.items.length > 0) void navigate({ to: places.room });
    },
    onRefused: (error) => {
      if (error.code !== 'terms_changed') return;
      toast('bad', textOf(error));
      void queryClient.invalidateQueries({ queryKey: SETTLEMENT_TERMS_KEY });
    },
  });
  const { accountId, acceptsTerms } = form.values;
  return (
    <form
      className={css.form}
      noValidate
      aria-labelledby="registration"
      onSubmit={(event) => {
        event.preventDefault();
        const isRight = [form.check(), agreement.check()].every(Boolean);
        if (!isRight || register.isPending) return;
        register.run({
          accountId: accountId ?? '',
          acceptedTermsVersion: acceptsTerms ? AUCTION_TERMS_VERSION : null,
        });
      }}
    >
      {auction.own === null && (
        <>
          <p className={css.text}>{say('auction.registerHint')}</p>
          <SelectField
            {...form.field('accountId')}
            label="auction.registerAccount"
            isRequired
            choices={accounts.map(({ id, companyName }) => ({ value: id, label: companyName }))}
          />
        </>
      )}
      <h3 className={css.subtitle}>{say('terms.title')}</h3>
      <ReadToEnd label={say('terms.title')} onRead={() => setIsRead(true)}>
        <AuctionTerms auction={auction} settlementTerms={settlementTerms} />
      </ReadToEnd>
      <CheckboxField
        {...form.field('acceptsTerms')}
        label="terms.accept"
        isDisabled={!isRead}
        disabledReason="terms.readFirst"
      />
      <AgreementField agreement={agreement} />
      <FormError error={register.error} />
      <Button type="submit" loading={register.isPending}>
        {say(auction.own ? 'terms.acceptAndGoOn' : 'auction.register')}
      </Button>
    </form>
  );
}

/**
 * Returns the reason why none of the companies can take part. With several companies, the first one's reason is shown.
 */
function whyNone([account]: readonly Account[]): PhraseKey {
  const refusal = account && judgeActing(account);
  return refusal ? `error.${refusal}` : 'auction.noAccount';
}

/** Lists the companies that cannot be selected, each with its reason. */
function Unusable({ accounts }: { accounts: readonly Account[] }) {
  const say = useSay();
  return accounts.map((account) => {
    const reason = judgeActing(account);
    return (
      reason && (
        <p key={account.id} className={css.quiet}>
          <strong>{account.companyName}</strong>: {say(`error.${reason}`)}
        </p>
      )
    );
  });
}

const CLAUSES = ['price', 'fees', 'time', 'rank', 'award', 'admin', 'conduct', 'record', 'names'] as const;

/** The terms that bind participants of this auction. */
function AuctionTerms({ auction, settlementTerms }: { auction: Auction; settlementTerms: SettlementTerms }) {
  const say = useSay();
  const fees = {
    buyer: formatPercent(auction.buyerProcessingFee),
    seller: formatPercent(auction.sellerProcessingFee),
  };
  return (
    <>
      <ol className={css.terms}>
        <li>{say(`direction.${auction.auctionType}.offer`)}</li>
        {auction.softClose && <li>{say('auction.softCloseFact', limitsOf(auction.softClose))}</li>}
        {CLAUSES.map((clause) => (
          <li key={clause}>{say(`terms.${clause}`, fees)}</li>
        ))}
      </ol>
      <h4 className={css.subtitle}>{say('settlement.terms')}</h4>
      <TermsText owner="auction" terms={settlementTerms} />
      <p className={css.quiet}>{say('terms.version', { version: AUCTION_TERMS_VERSION })}</p>
    </>
  );
}
