import { COUNTRIES } from '#domain/basics/country.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';
import type { ItemForm } from '#web/auction-editor/items/item-form.ts';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import type { Form } from '#web/design/forms/use-form.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Kind = Pick<ItemForm, 'recCountry' | 'recFuelType' | 'vintageYear' | 'vintagePeriod'>;
type Props = { form: Form<Kind>; /** Why it is what it is. */ locked?: PhraseKey | undefined };

/** What tells an item apart from the others: country, fuel type and vintage. */
export function KindFields({ form, locked }: Props) {
  const say = useSay();
  const lock = { isRequired: true, ...(locked && { isDisabled: true, disabledReason: locked }) };
  return (
    <>
      <SelectField
        {...form.field('recCountry')}
        label="item.country"
        placeholder="item.choose"
        autoFocus
        choices={COUNTRIES.map((country) => ({ value: country, label: say(`country.${country}`) }))}
        {...lock}
      />
      <SelectField
        {...form.field('recFuelType')}
        label="item.fuel"
        placeholder="item.choose"
        choices={FUEL_TYPES.map((fuel) => ({ value: fuel, label: say(`fuel.${fuel}`) }))}
        {...lock}
      />
      <NumberField {...form.field('vintageYear')} label="item.vintageYear" isGrouped={false} {...lock} />
      <SelectField
        {...form.field('vintagePeriod')}
        label="item.vintagePeriod"
        placeholder="item.choose"
        choices={VINTAGE_PERIODS.map((period) => ({ value: period, label: say(`vintage.period${period}`) }))}
        {...lock}
      />
    </>
  );
}
