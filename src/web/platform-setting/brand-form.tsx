import { useQueryClient } from '@tanstack/react-query';
import { updateBrand } from '#contract/platform-setting/brand.ts';
import type { PlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { isColor, judgeBrand, type BrandSetting } from '#domain/platform-setting/brand.ts';
import { TextField } from '#web/design/fields/text-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import type { Form } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { BrandImageField } from '#web/platform-setting/brand-image-field.tsx';
import { BrandPreview } from '#web/platform-setting/brand-preview.tsx';
import { SETTINGS, useGroup } from '#web/platform-setting/use-group.ts';
import css from './brand-form.module.css';

type Props = {
  readonly settings: Pick<PlatformSettings, 'brand' | 'brandImages' | 'brandDefaults'>;
  readonly isClosed: boolean;
};

const valuesOf = ({ name, titleEn, titleZh, color }: BrandSetting): BrandSetting => ({ name, titleEn, titleZh, color });

const LABELS = {
  name: 'platform.name',
  titleEn: 'platform.titleEn',
  titleZh: 'platform.titleZh',
  color: 'platform.color',
} as const;

const HELP = {
  name: 'platform.nameHelp',
  titleEn: 'platform.titleHelp',
  titleZh: 'platform.titleHelp',
  color: 'platform.colorHelp',
} as const;

/** The name, the titles, the color and the images of the platform. Images are stored as soon as they are chosen. */
export function BrandForm({ settings: { brand, brandImages, brandDefaults }, isClosed }: Props) {
  const queryClient = useQueryClient();
  const { versionOf, ...group } = useGroup('brand', brand);
  return (
    <StoredFormSheet<typeof brand, BrandSetting>
      {...group}
      empty={valuesOf(brand)}
      valuesOf={valuesOf}
      judge={judgeBrand}
      labels={LABELS}
      send={(values) => api(updateBrand, { body: { ...values, version: versionOf() } })}
      onSaved={(saved) => {
        group.onSaved(saved);
        // The default titles contain the name.
        void queryClient.invalidateQueries(SETTINGS);
      }}
      isClosed={isClosed}
      submit="platform.saveBrand"
    >
      {(form) => (
        <FormSection title="platform.brand" hint="platform.brandHint">
          <BrandFields form={form} defaults={brandDefaults} isClosed={isClosed} />
          <BrandImageField image="logo" uploadedUrl={brandImages.logoUrl} isClosed={isClosed} />
          <BrandImageField image="icon" uploadedUrl={brandImages.iconUrl} isClosed={isClosed} />
        </FormSection>
      )}
    </StoredFormSheet>
  );
}

type FieldsProps = { form: Form<BrandSetting>; defaults: Props['settings']['brandDefaults']; isClosed: boolean };

function BrandFields({ form, defaults, isClosed }: FieldsProps) {
  const say = useSay();
  const field = (name: keyof BrandSetting) => ({
    ...form.field(name),
    isDisabled: isClosed,
    label: LABELS[name],
    help: HELP[name],
    placeholder: defaults[name],
  });
  const typed = form.values.color.trim();
  const color = (isColor(typed) ? typed : defaults.color).toLowerCase();
  const picker = (
    <input
      type="color"
      className={css.picker}
      aria-label={say('platform.pickColor')}
      disabled={isClosed}
      value={color}
      onChange={(event) => form.set('color', event.currentTarget.value)}
    />
  );
  return (
    <>
      <TextField {...field('name')} />
      <TextField {...field('color')} spellCheck={false} leftSection={picker} />
      <TextField {...field('titleEn')} />
      <TextField {...field('titleZh')} />
      <Wide>
        <BrandPreview color={color} />
        <p className={css.note}>{say('platform.contrastNote')}</p>
      </Wide>
    </>
  );
}
