import { Button, CopyButton, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconCheck, IconCopy, IconLeaf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getStatementAsAdmin, getStatementAsUser, type RetirementWithRanges } from '#contract/holding/retirement.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { BeneficiaryFacts } from '#web/holding/beneficiary-facts.tsx';
import { CertificateRanges } from '#web/holding/certificate-ranges.tsx';
import { ClaimCard, RegistryBadge, RegistryCard } from '#web/holding/claim-facts.tsx';
import { RecordRegistryDialog } from '#web/holding/record-registry-dialog.tsx';
import { ProductLines } from '#web/holding/product-line.tsx';
import { retirementQuery } from '#web/holding/holding-query.ts';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { usePrepareOrders } from '#web/registry/use-prepare-orders.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './holding.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

type Props = { role: Role; id: string; /** True if the user has just retired the RECs. */ isNew?: boolean };

/** The page of a retirement and its statement: the final data, and how others can verify the statement. */
export function RetirementPage({ role, id, isNew = false }: Props) {
  const query = useQuery(retirementQuery(role, id));
  return (
    <Loaded query={query} skeleton={<Skeleton height={420} radius="md" />}>
      {(retirement) => <Shown role={role} retirement={retirement} isNew={isNew} />}
    </Loaded>
  );
}

/** Shows a retirement with its statement. `isNew` is true directly after the user retired the RECs. */
function Shown({ role, retirement, isNew }: { role: Role; retirement: RetirementWithRanges; isNew: boolean }) {
  const say = useSay();
  const { number, quantity, retiredBy } = retirement;
  return (
    <>
      <PageTitle
        title={{ text: say('retirement.ofQuantity', { quantity }) }}
        note={retirement.companyName}
        back={{ to: paths.retirements(role), label: 'retirement.title' }}
        actions={
          <DownloadButton
            label={say('retirement.download')}
            name={`${say('retirement.statement')} ${number}.pdf`}
            load={() =>
              apiFile(role === 'admin' ? getStatementAsAdmin : getStatementAsUser, { params: { id: retirement.id } })
            }
          />
        }
      />
      <div className={css.page}>
        {isNew && (
          <Notice tone="good" icon={IconLeaf} title="retirement.done">
            <div>{say('retirement.doneHint')}</div>
          </Notice>
        )}
        <Card title="retirement.statement" action={<Numbered number={number} />}>
          <Facts>
            <Fact label="retirement.number">
              <span className={css.number}>{number}</span>
            </Fact>
            <Fact label="retirement.retiredAt">
              <Moment at={retirement.retiredAt} />
            </Fact>
            <Fact label="retirement.quantity">{formatQuantity(quantity)}</Fact>
            <Fact label="holding.goods">
              <ProductLines lines={retirement.lines} />
            </Fact>
            <Fact label="holding.holder">{retirement.companyName}</Fact>
            <Fact label="retirement.by">{retiredBy ?? say('retirement.byAdmin')}</Fact>
            <Fact label="claim.state">
              <RegistryBadge state={retirement.state} />
            </Fact>
          </Facts>
        </Card>
        <Card title="beneficiary.title">
          <Facts>
            <BeneficiaryFacts beneficiary={retirement.beneficiary} />
          </Facts>
        </Card>
        <ClaimCard claim={retirement.claim} />
        <RegistryCard registry={retirement.registry} />
        <CertificateRanges ranges={retirement.ranges} />
        {role === 'admin' && <AdminActions retirement={retirement} />}
      </div>
    </>
  );
}

/** Shows what an administrator can do: record the registry, and read what the company claims. */
function AdminActions({ retirement }: { retirement: RetirementWithRanges }) {
  const say = useSay();
  const [isRecording, setIsRecording] = useState(false);
  const preparing = usePrepareOrders({ retirementId: retirement.id });
  return (
    <div className={css.foot}>
      <Button variant="default" component={Link} to={paths.claimsReport('admin', retirement.accountId)}>
        {say('claim.reportName')}
      </Button>
      {retirement.state === 'platform' && retirement.ranges.length > 0 && (
        <ReasonButton variant="default" area="settlement" loading={preparing.isPending} onClick={() => preparing.run()}>
          {say('registryOrder.prepareRetirement')}
        </ReasonButton>
      )}
      <ReasonButton variant="default" onClick={() => setIsRecording(true)}>
        {say('claim.recordTitle')}
      </ReasonButton>
      {isRecording && (
        <RecordRegistryDialog role="admin" retirement={retirement} onClose={() => setIsRecording(false)} />
      )}
    </div>
  );
}

/** Shows buttons to copy the statement number and to open the page on which others verify the statement. */
function Numbered({ number }: { number: string }) {
  const say = useSay();
  return (
    <div className={css.buttons}>
      <CopyButton value={number}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="xs"
            onClick={copy}
            leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          >
            {say(copied ? 'action.copied' : 'retirement.copyNumber')}
          </Button>
        )}
      </CopyButton>
      <Button variant="default" size="xs" component={Link} to={paths.confirmStatement(number)}>
        {say('retirement.openPage')}
      </Button>
    </div>
  );
}
