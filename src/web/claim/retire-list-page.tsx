import { Button } from '@mantine/core';
import { IconLeaf } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { proposeRetirements, retireProposal, type RetireProposal } from '#contract/claim/retire-list.ts';
import { judgeActing } from '#domain/access/may.ts';
import { CONSUMPTION_LINES_MAX, type Consumption } from '#domain/claim/consumption.ts';
import { EMPTY, judgeDraft, ListForm, NO_PERIOD, type Draft } from '#web/claim/retire-list-form.tsx';
import { Proposal } from '#web/claim/proposal.tsx';
import { readRows, type WrongRow } from '#web/claim/read-consumption.ts';
import { AccountChoice, ReadOnlyNotice, useChosenAccount, type Membership } from '#web/company/account-choice.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { type Form, useForm } from '#web/design/forms/use-form.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { claimOf } from '#web/holding/claim-draft.ts';
import { HOLDINGS_KEY } from '#web/holding/holding-query.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './claim.module.css';

/** The page that retires RECs for a list of consumption: the list, then a proposal to look at, then one step. */
export function RetireListPage() {
  const account = useChosenAccount();
  return account ? <RetireList key={account.id} account={account} /> : null;
}

function RetireList({ account }: { account: Membership }) {
  const say = useSay();
  const form = useForm(EMPTY, judgeDraft, { keptAs: 'retire list' });
  const { proposal, lines, wrong, propose, back, ...proposing } = usePropose(account.id, form);
  const retiring = useRetire(account.id, { form, lines, proposal, onChanged: back });
  const refusal = judgeActing(account);
  return (
    <>
      <PageTitle
        title="retireList.title"
        note={<AccountChoice account={account} />}
        back={{ to: paths.retirements('user'), label: 'retirement.title' }}
      />
      {refusal ? (
        <ReadOnlyNotice reason={refusal} />
      ) : proposal ? (
        <div className={css.page}>
          <Proposal proposal={proposal} />
          <FormError error={retiring.error} />
          <div className={css.foot}>
            <Button variant="default" onClick={back} disabled={retiring.isPending}>
              {say('retireList.back')}
            </Button>
            <Button
              onClick={() => void retiring.ask()}
              loading={retiring.isPending}
              disabled={proposal.covered === 0}
              leftSection={<IconLeaf size={16} aria-hidden />}
            >
              {say('retireList.retire')}
            </Button>
          </div>
        </div>
      ) : (
        <ListForm form={form} wrong={wrong} {...proposing} onSend={propose} />
      )}
    </>
  );
}

/** Returns the proposal for the rows of the form, and the rows that cannot be used. */
function usePropose(accountId: string, form: Form<Draft>) {
  const [lines, setLines] = useState<readonly Consumption[]>([]);
  const [wrong, setWrong] = useState<readonly WrongRow[]>([]);
  const [proposal, setProposal] = useState<RetireProposal>();
  const { run, isPending, error } = useChange({
    send: async () => {
      const read = await readRows(form.values.text);
      const excess = read.lines.length > CONSUMPTION_LINES_MAX;
      const tooLong = { code: 'list_too_long', params: { maximum: CONSUMPTION_LINES_MAX } } as const;
      const refused = excess ? [{ row: CONSUMPTION_LINES_MAX + 1, refusal: tooLong }] : read.wrong;
      setWrong(refused);
      setLines(read.lines);
      if (refused.length > 0 || read.lines.length === 0) return undefined;
      return api(proposeRetirements, { params: { id: accountId }, body: { consumption: [...read.lines] } });
    },
    onDone: setProposal,
  });
  return { lines, wrong, proposal, propose: () => run(), back: () => setProposal(undefined), isPending, error };
}

type RetireOptions = {
  readonly form: Form<Draft>;
  readonly lines: readonly Consumption[];
  readonly proposal: RetireProposal | undefined;
  readonly onChanged: () => void;
};

/** Returns the step that retires as proposed, after a question. If the holdings have changed, the form is shown again. */
function useRetire(accountId: string, { form, lines, proposal, onChanged }: RetireOptions) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keys = useRequestKeys();
  const { purpose, purposeText } = form.values;
  const { run, isPending, error } = useChange({
    send: () => {
      const fingerprint = proposal?.fingerprint ?? '';
      const claim = claimOf({ ...NO_PERIOD, purpose, purposeText });
      const body = { consumption: [...lines], fingerprint, purpose: claim.purpose, purposeText: claim.purposeText };
      return api(retireProposal, { params: { id: accountId }, body, key: keys.keyFor(body) });
    },
    onDone: async ({ retirements }) => {
      form.reset(EMPTY);
      await queryClient.invalidateQueries({ queryKey: HOLDINGS_KEY });
      toast('good', say('retireList.done', { statements: retirements.length }));
      await navigate({ to: paths.retirements('user') });
    },
    onRefused: (refused) => {
      keys.takeRefused(refused);
      if (refused.code !== 'holdings_changed') return;
      onChanged();
      toast('bad', say('error.holdings_changed'));
    },
  });
  const ask = async () => {
    const statements = proposal?.retirements.filter(({ matches }) => matches.length > 0).length ?? 0;
    const isSure = await confirm({
      title: 'retirement.confirmTitle',
      text: 'retireList.confirmText',
      params: { quantity: proposal?.covered ?? 0, statements },
      yes: 'retirement.confirm',
      isDangerous: true,
    });
    if (isSure) run();
  };
  return { ask, isPending, error };
}
