import { updateCurrency } from '#contract/platform-setting/currency.ts';
import type { PlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { decimalsOf } from '#domain/basics/currency.ts';
import { languageTag } from '#domain/basics/language.ts';
import { CURRENCIES, judgeCurrency } from '#domain/platform-setting/currency.ts';
import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import { api } from '#web/platform/calls/api.ts';
import { formatMoney } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useGroup } from '#web/platform-setting/use-group.ts';

type Props = { stored: PlatformSettings['currency']; isClosed: boolean };
type Draft = { readonly code: string | null };

const draftOf = ({ code, standard }: PlatformSettings['currency']): Draft => ({ code: code || standard });

/** The currency of all prices and amounts. It cannot change as soon as there is money, and the form says so. */
export function CurrencyForm({ stored, isClosed: isReadOnly }: Props) {
  const say = useSay();
  const language = useLanguage();
  const isClosed = isReadOnly || stored.isInUse;
  const { versionOf, ...group } = useGroup('currency', stored);
  const names = new Intl.DisplayNames(languageTag(language), { type: 'currency' });
  const choices = CURRENCIES.map((code) => ({ value: code, label: `${code} – ${names.of(code) ?? code}` }));
  const helpOf = ({ code }: Draft): string =>
    say('platform.currencyHelp', {
      decimals: decimalsOf(code ?? ''),
      example: code === null ? '' : formatMoney(1234, code),
    });
  return (
    <StoredFormSheet
      {...group}
      empty={draftOf(stored)}
      valuesOf={draftOf}
      judge={({ code }: Draft) => (code === null ? { code: { code: 'field_required' } } : judgeCurrency({ code }))}
      labels={{ code: 'platform.currency' }}
      send={({ code }) => {
        const sent = code === null || code === stored.standard ? '' : code;
        return api(updateCurrency, { body: { code: sent, version: versionOf() } });
      }}
      isClosed={isClosed}
      submit="platform.saveCurrency"
    >
      {(form) => (
        <FormSection title="platform.money" hint={stored.isInUse ? 'platform.currencyInUse' : 'platform.currencyHint'}>
          <Wide>
            <SearchSelectField
              {...form.field('code')}
              label="platform.currency"
              help={{ text: helpOf(form.values) }}
              choices={choices}
              isRequired
              isDisabled={isClosed}
            />
          </Wide>
        </FormSection>
      )}
    </StoredFormSheet>
  );
}
