import { updateFeeNames, type PlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { FEE_NAME_MAX, judgeFeeNames, type FeeNames } from '#domain/platform-setting/fee-names.ts';
import { TextField } from '#web/design/fields/text-field.tsx';
import { FormSection } from '#web/design/forms/form-section.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useGroup } from '#web/platform-setting/use-group.ts';

/** The labels of the fields. The fields have the names under which the server refuses them. */
const LABELS = {
  'buyer.en': 'platform.buyerFeeEn',
  'buyer.zh': 'platform.buyerFeeZh',
  'seller.en': 'platform.sellerFeeEn',
  'seller.zh': 'platform.sellerFeeZh',
} as const;
type FieldName = keyof typeof LABELS;
type Draft = Readonly<Record<FieldName, string>>;
const FIELDS = Object.keys(LABELS) as FieldName[];

const draftOf = ({ buyer, seller }: FeeNames): Draft => ({
  'buyer.en': buyer['en'] ?? '',
  'buyer.zh': buyer['zh'] ?? '',
  'seller.en': seller['en'] ?? '',
  'seller.zh': seller['zh'] ?? '',
});

const namesOf = (draft: Draft) => ({
  buyer: { en: draft['buyer.en'], zh: draft['buyer.zh'] },
  seller: { en: draft['seller.en'], zh: draft['seller.zh'] },
});

type Props = { stored: PlatformSettings['feeNames']; isClosed: boolean };

/** The names of the fees in both languages. */
export function FeeNamesForm({ stored, isClosed }: Props) {
  const say = useSay();
  const { versionOf, ...group } = useGroup('feeNames', stored);
  return (
    <StoredFormSheet<Props['stored'], Draft>
      {...group}
      empty={draftOf(stored)}
      valuesOf={draftOf}
      judge={(draft) => judgeFeeNames(namesOf(draft))}
      labels={LABELS}
      send={(draft) => api(updateFeeNames, { body: { ...namesOf(draft), version: versionOf() } })}
      isClosed={isClosed}
      submit="platform.saveFeeNames"
    >
      {(form) => (
        <FormSection title="platform.feeNames" hint="platform.feeNamesHint">
          {FIELDS.map((name) => (
            <TextField
              key={name}
              {...form.field(name)}
              label={LABELS[name]}
              help={{ text: say('platform.feeNameHelp', { maximum: FEE_NAME_MAX }) }}
              isDisabled={isClosed}
            />
          ))}
        </FormSection>
      )}
    </StoredFormSheet>
  );
}
