import {
  cancelFeeInvoice,
  cancelSaleInvoice,
  creditFeeInvoice,
  creditSaleInvoice,
  type InvoiceView,
} from '#contract/invoice/invoice.ts';
import { decimalsOf } from '#domain/basics/currency.ts';
import { textOfDecimal } from '#domain/basics/price.ts';
import { judgeText, REMARK_LENGTH_MAX } from '#domain/basics/text.ts';
import { CANCEL_REASON_MAX } from '#domain/invoice/authority.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useInvoicesChanged } from '#web/invoice/invoice-query.ts';
import { remainingNet } from '#web/invoice/invoice-state.ts';
import { api } from '#web/platform/calls/api.ts';
import { formatMoney } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

type Props = { role: Role; invoice: InvoiceView; onClose: () => void };

/** The dialog that issues a credit note for an invoice. It suggests the whole rest. */
export function CreditDialog({ role, invoice, onClose }: Props) {
  const say = useSay();
  const changed = useInvoicesChanged();
  const { id, number, currency } = invoice;
  const remaining = remainingNet(invoice);
  const first: { net: number | null; reason: string } = { net: remaining, reason: '' };
  const form = useForm(first, ({ net, reason }) => ({
    net: judgeNet(net, remaining),
    reason: judgeText(reason, REMARK_LENGTH_MAX),
  }));
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const { net, reason } = form.values;
      const body = { net: textOfDecimal(net ?? 0, decimalsOf(currency)), reason };
      const route = role === 'admin' ? creditFeeInvoice : creditSaleInvoice;
      return api(route, { params: { id }, body, key: keyFor(body) });
    },
    onDone: async (note) => {
      await changed();
      toast('good', say('invoice.issued', { number: note.number }));
      onClose();
    },
    onRefused: () => void changed(),
    onClose,
  });
  return (
    <FormDialog title="invoice.credit" submit="invoice.credit" {...dialog}>
      <p>{say('invoice.creditHint', { number })}</p>
      <NumberField
        {...form.field('net')}
        label="invoice.creditNet"
        help={{ text: say('invoice.creditNetHelp', { remaining: formatMoney(remaining, currency) }) }}
        prefix={currency}
        digits={decimalsOf(currency)}
        isRequired
      />
      <TextAreaField {...form.field('reason')} label="invoice.reason" help="invoice.reasonHelp" isRequired />
    </FormDialog>
  );
}

function judgeNet(net: number | null, remaining: number) {
  if (net === null) return { code: 'field_required' } as const;
  if (!(net > 0)) return { code: 'credit_amount_invalid' } as const;
  return net > remaining ? ({ code: 'credit_more_than_invoiced' } as const) : undefined;
}

/** The dialog that cancels a document at the tax authority. */
export function CancelDialog({ role, invoice: { id, number }, onClose }: Props) {
  const say = useSay();
  const changed = useInvoicesChanged();
  const form = useForm({ reason: '' }, ({ reason }) => ({ reason: judgeText(reason, CANCEL_REASON_MAX) }));
  const { dialog } = useDialogForm(form, {
    send: () => api(role === 'admin' ? cancelFeeInvoice : cancelSaleInvoice, { params: { id }, body: form.values }),
    onDone: async () => {
      await changed();
      toast('good', say('invoice.cancelAsked', { number }));
      onClose();
    },
    onRefused: () => void changed(),
    onClose,
  });
  return (
    <FormDialog title="invoice.cancel" submit="invoice.cancel" isDangerous {...dialog}>
      <p>{say('invoice.cancelHint', { number })}</p>
      <TextAreaField {...form.field('reason')} label="invoice.reason" help="invoice.cancelReasonHelp" isRequired />
    </FormDialog>
  );
}
