import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconCircleCheck, IconFileUnknown, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { confirmStatement, type ConfirmedStatement } from '#contract/holding/retirement.ts';
import { readStatementNumber } from '#domain/holding/statement-number.ts';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { EmptyState, ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { CertificateRanges } from '#web/holding/certificate-ranges.tsx';
import { ClaimCard, PlaceFacts, RegistryBadge, RegistryCard } from '#web/holding/claim-facts.tsx';
import { ProductLines } from '#web/holding/product-line.tsx';
import { paths } from '#web/paths.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './holding.module.css';

/** The page that verifies a retirement statement by its number. The page needs no session. */
export function StatementPage({ number }: { number: string }) {
  const say = useSay();
  return (
    <div className={css.narrow}>
      <PageTitle title="statement.title" note={say('statement.note')} />
      <NumberForm key={number} number={number} />
      {number !== '' && <Confirmed number={number} />}
    </div>
  );
}

/**
 * The form for the statement number. It accepts lower case, spaces and look-alike characters. It finds typing errors
 * without asking the server.
 */
function NumberForm({ number }: { number: string }) {
  const say = useSay();
  const navigate = useNavigate();
  const form = useForm({ number }, ({ number: typed }) => ({
    number:
      typed.trim() === ''
        ? { code: 'field_required' }
        : readStatementNumber(typed) === undefined
          ? { code: 'statement_number_incorrect' }
          : undefined,
  }));
  return (
    <CheckedForm
      form={form}
      error={null}
      onSend={() => void navigate({ to: paths.confirmStatement(readStatementNumber(form.values.number)) })}
    >
      <div className={css.find}>
        <TextField
          {...form.field('number')}
          label="retirement.number"
          placeholder="XXXX-XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
        />
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {say('statement.check')}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** Looks up a statement by its number and says whether it is genuine. */
function Confirmed({ number }: { number: string }) {
  const { data, error, refetch } = useQuery({
    ...readQuery(['statement', number], confirmStatement, { params: { number } }),
    retry: false,
  });
  if (data) return <Shown statement={data} />;
  if (!error) return <Skeleton height={320} radius="md" />;
  const refusal = asApiError(error);
  if (refusal.code !== 'statement_unknown' && refusal.code !== 'statement_number_incorrect')
    return <ErrorState error={refusal} onRetry={() => void refetch()} />;
  return <EmptyState title={`error.${refusal.code}`} hint="statement.unknownHint" icon={IconFileUnknown} tone="bad" />;
}

/** Shows the contents of a genuine statement. */
function Shown({ statement }: { statement: ConfirmedStatement }) {
  const say = useSay();
  const { number, quantity, lines, retiredAt, companyName, accountType, nameOnCertificates, address } = statement;
  const hint = statement.state === 'registry' ? 'statement.registryHint' : 'statement.platformHint';
  return (
    <div className={css.page}>
      <Notice tone="good" icon={IconCircleCheck} title="statement.confirmed">
        <div>{say(hint)}</div>
      </Notice>
      <Card title="retirement.statement">
        <Facts>
          <Fact label="retirement.number">
            <span className={css.number}>{number}</span>
          </Fact>
          <Fact label="retirement.quantity">
            <strong>{formatQuantity(quantity)}</strong>
          </Fact>
          <Fact label="holding.goods">
            <ProductLines lines={lines} />
          </Fact>
          <Fact label="retirement.retiredAt">
            <Moment at={retiredAt} />
          </Fact>
          <Fact label="holding.holder">{companyName}</Fact>
          <Fact label="beneficiary.title">{nameOnCertificates}</Fact>
          <Fact label="beneficiary.accountType">{say(`beneficiary.${accountType}`)}</Fact>
          {address !== null && <Fact label="beneficiary.address">{address}</Fact>}
          <PlaceFacts country={statement.country} location={statement.location} />
          <Fact label="claim.state">
            <RegistryBadge state={statement.state} />
          </Fact>
        </Facts>
      </Card>
      <ClaimCard claim={statement.claim} />
      <RegistryCard registry={statement.registry} />
      <CertificateRanges ranges={statement.ranges} />
    </div>
  );
}
