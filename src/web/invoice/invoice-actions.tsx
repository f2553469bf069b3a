import { useState } from 'react';
import { askAuthorityAgain, type InvoiceView } from '#contract/invoice/invoice.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { CancelDialog, CreditDialog } from '#web/invoice/invoice-dialogs.tsx';
import { useInvoicesChanged } from '#web/invoice/invoice-query.ts';
import { isCreditable } from '#web/invoice/invoice-state.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './invoice.module.css';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

type Props = { role: Role; invoice: InvoiceView };

/** Returns whether the user acts for the issuer of a document. Administrators act for the platform. */
function useIsIssuer(role: Role, { issuer }: InvoiceView): boolean {
  const { accounts } = useProfile();
  if (role === 'admin') return issuer === null;
  return accounts.some(({ id, role: membership }) => id === issuer?.accountId && membership !== 'viewer');
}

/** The buttons of a document's issuer: a credit note, and the cancellation at the tax authority. */
export function InvoiceActions({ role, invoice }: Props) {
  const isIssuer = useIsIssuer(role, invoice);
  const isUnclear = role === 'admin' && invoice.authority?.state === 'unclear';
  const mayCredit = isIssuer && isCreditable(invoice);
  const mayCancel = isIssuer && invoice.authority?.state === 'valid';
  if (!mayCredit && !mayCancel && !isUnclear) return null;
  return (
    <div className={css.buttons}>
      {mayCredit && <CreditButton role={role} invoice={invoice} />}
      {mayCancel && <CancelButton role={role} invoice={invoice} />}
      {isUnclear && <AskAgainButton invoice={invoice} />}
    </div>
  );
}

const SMALL = { size: 'compact-sm', variant: 'default' } as const;

function CreditButton({ role, invoice }: Props) {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ReasonButton
        {...SMALL}
        name={say('invoice.creditOf', { number: invoice.number })}
        onClick={() => setIsOpen(true)}
      >
        {say('invoice.credit')}
      </ReasonButton>
      {isOpen && <CreditDialog role={role} invoice={invoice} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CancelButton({ role, invoice }: Props) {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ReasonButton
        {...SMALL}
        name={say('invoice.cancelOf', { number: invoice.number })}
        onClick={() => setIsOpen(true)}
      >
        {say('invoice.cancel')}
      </ReasonButton>
      {isOpen && <CancelDialog role={role} invoice={invoice} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AskAgainButton({ invoice: { id, number } }: Pick<Props, 'invoice'>) {
  const say = useSay();
  const changed = useInvoicesChanged();
  const { act, isPending } = useAction({
    send: () => api(askAuthorityAgain, { params: { id } }),
    changed,
    done: () => say('invoice.askedAgain', { number }),
  });
  return (
    <ReasonButton {...SMALL} loading={isPending} name={say('invoice.askAgainOf', { number })} onClick={() => act()}>
      {say('invoice.askAgain')}
    </ReasonButton>
  );
}
