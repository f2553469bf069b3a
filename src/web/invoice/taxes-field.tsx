import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { TAX_CODES, TAXED_FEES, type TaxCode } from '#domain/invoice/tax.ts';
import { DateField } from '#web/design/dates/date-time-field.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import rows from '#web/design/forms/field-rows.module.css';
import { Wide } from '#web/design/forms/form-section.tsx';
import type { Field, FieldRefusal } from '#web/design/forms/use-form.ts';
import { NEW_TAX, type TaxDraft } from '#web/invoice/billing-draft.ts';
import { env } from '#web/platform/page/env.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './invoice.module.css';

type Props = Field<readonly TaxDraft[]> & {
  isDisabled: boolean;
  /** Whether each tax says which fees it applies to. */
  hasFees: boolean;
};

/** The taxes of an issuer, each with its days. The refusal concerns all of them, because only one applies on a day. */
export function TaxesField({ value, onChange, onBlur, refusal, isDisabled, hasFees }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const change = (at: number, changed: TaxDraft) => onChange(value.map((tax, place) => (place === at ? changed : tax)));
  return (
    <Wide>
      <div className={css.taxes} aria-invalid={refusal !== undefined || undefined}>
        {value.length === 0 && <p className={css.under}>{say('billing.noTaxes')}</p>}
        {value.map((tax, at) => (
          // A tax has no id. Its place in the list is stable while it is edited.
          // oxlint-disable-next-line react/no-array-index-key
          <fieldset key={at} className={css.tax} disabled={isDisabled}>
            <legend className={css.taxHead}>{say('billing.taxOf', { number: at + 1 })}</legend>
            <TaxFields
              tax={tax}
              refusal={refusal}
              hasFees={hasFees}
              isDisabled={isDisabled}
              onBlur={onBlur}
              onChange={(changed) => change(at, changed)}
            />
            {!isDisabled && (
              <Button
                mt="sm"
                size="compact-sm"
                variant="default"
                leftSection={<IconTrash size={14} aria-hidden />}
                onClick={() => onChange(value.filter((_, place) => place !== at))}
              >
                {say('billing.removeTax', { number: at + 1 })}
              </Button>
            )}
          </fieldset>
        ))}
        {refusal && (
          <p className={css.wrong} role="alert">
            {textOf(refusal)}
          </p>
        )}
        {!isDisabled && (
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => onChange([...value, NEW_TAX])}
            >
              {say('billing.addTax')}
            </Button>
          </div>
        )}
      </div>
    </Wide>
  );
}

type TaxProps = {
  tax: TaxDraft;
  refusal: FieldRefusal | undefined;
  hasFees: boolean;
  isDisabled: boolean;
  onBlur: () => void;
  onChange: (tax: TaxDraft) => void;
};

/** The fields of one tax. A field that must not be empty shows it, if the form was refused. */
function TaxFields({ tax, refusal, hasFees, isDisabled, onBlur, onChange }: TaxProps) {
  const say = useSay();
  const codes: readonly TaxCode[] = TAX_CODES[env().variant === 'TNBX' ? 'myinvois' : 'en16931'];
  const field = <Name extends keyof TaxDraft>(name: Name) => ({
    value: tax[name],
    onChange: (value: TaxDraft[Name]) => onChange({ ...tax, [name]: value }),
    onBlur,
    isDisabled,
    refusal:
      refusal?.code === 'field_required' && tax[name] === null && name !== 'until'
        ? ({ code: 'field_required' } as const)
        : undefined,
  });
  return (
    <div className={`${rows.rows} ${css.taxFields}`}>
      <SelectField
        {...field('code')}
        label="billing.code"
        placeholder="billing.choose"
        isRequired
        choices={codes.map((value) => ({ value, label: `${value} – ${say(`billing.codes.${value}`)}` }))}
      />
      <NumberField {...field('ratePercent')} label="billing.rate" suffix="%" isRequired />
      <DateField {...field('from')} label="billing.from" isRequired />
      <DateField {...field('until')} label="billing.until" help="billing.untilHelp" />
      <TextField {...field('nameEn')} label="billing.taxNameEn" help="billing.taxNameHelp" />
      <TextField {...field('nameZh')} label="billing.taxNameZh" help="billing.taxNameHelp" />
      {hasFees && (
        <SelectField
          {...field('fees')}
          onChange={(fees) => onChange({ ...tax, fees: fees ?? 'both' })}
          label="billing.taxedFees"
          choices={TAXED_FEES.map((value) => ({ value, label: say(`billing.taxed.${value}`) }))}
        />
      )}
      <TextField {...field('reason')} label="billing.taxReason" help="billing.taxReasonHelp" />
    </div>
  );
}
