import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Holding } from '#contract/holding/holding.ts';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import type { Form } from '#web/design/forms/use-form.ts';
import { BeneficiaryFields } from '#web/holding/beneficiary-fields.tsx';
import type { RetireDraft } from '#web/holding/use-retire.ts';
import { paths } from '#web/paths.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import rows from '#web/design/forms/field-rows.module.css';
import css from './holding.module.css';

type Props = { holding: Holding; form: Form<RetireDraft>; error: ApiError | null; onReview: () => void };

/** How many RECs, and for whom. */
export function RetireForm({ holding, form, error, onReview }: Props) {
  const say = useSay();
  const { id, accountId, balance } = holding;
  return (
    <FormSheet
      form={form}
      error={error}
      isBusy={false}
      onSend={onReview}
      foot={
        <div className={css.sheetFoot}>
          <Button variant="default" component={Link} to={paths.holding('user', id)}>
            {say('action.cancel')}
          </Button>
          <Button type="submit">{say('retirement.review')}</Button>
        </div>
      }
    >
      <FormSection title="retirement.howMany" hint="retirement.howManyHint">
        <Wide>
          <div className={rows.withButton}>
            <NumberField
              {...form.field('quantity')}
              label="retirement.toRetire"
              help={{ text: say('retirement.available', { balance }) }}
              suffix={say('unit.recs')}
              isRequired
            />
            <Button variant="default" onClick={() => form.set('quantity', balance)}>
              {say('retirement.all')}
            </Button>
          </div>
        </Wide>
      </FormSection>
      <FormSection title="beneficiary.title" hint="retirement.beneficiaryHint">
        <BeneficiaryFields form={form} accountId={accountId} />
      </FormSection>
    </FormSheet>
  );
}
