import { useQueryClient } from '@tanstack/react-query';
import { updateBrand } from '#contract/platform-setting/brand.ts';
import type { PlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { isColor, judgeBrand, type BrandSetting } from '#domain/platform-setting/brand.ts';
import { TextField } from '#web/design/fields/text-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import { useStoredForm } from '#web/design/forms/use-stored-form.ts';
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

const HELP = {
  name: 'platform.nameHelp',
  titleEn: 'platform.titleHelp',
  titleZh: 'platform.titleHelp',
  color: 'platform.colorHelp',
} as const;

/** The name, the titles, the color and the images of the platform. Images are stored as soon as they are chosen. */
export function BrandForm({ settings: { brand, brandImages, brandDefaults }, isClosed }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { versionOf, ...group } = useGroup('brand', brand);
  const { form, run, isPending, error, isDirty, overtaken } = useStoredForm({
    ...group,
    empty: valuesOf(brand),
    valuesOf,
    judge: judgeBrand,
    labels: {
      name: 'platform.name',
      titleEn: 'platform.titleEn',
      titleZh: 'platform.titleZh',
      color: 'platform.color',
    },
    send: (values) => api(updateBrand, { body: { ...values, version: versionOf() } }),
    onSaved: (saved) => {
      group.onSaved(saved);
      // The default titles contain the name.
      void queryClient.invalidateQueries(SETTINGS);
    },
    isClosed,
  });
  const field = (name: keyof BrandSetting) => ({
    ...form.field(name),
    isDisabled: isClosed,
    label: `platform.${name}` as const,
    help: HELP[name],
    placeholder: brandDefaults[name],
  });
  const typed = form.values.color.trim();
  const color = (isColor(typed) ? typed : brandDefaults.color).toLowerCase();
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
    <FormSheet
      form={form}
      error={error}
      overtaken={overtaken}
      isBusy={isPending || isClosed}
      onSend={run}
      foot={!isClosed && <SaveBar isDirty={isDirty} isPending={isPending} submit="platform.saveBrand" />}
    >
      <FormSection title="platform.brand" hint="platform.brandHint">
        <TextField {...field('name')} />
        <TextField {...field('color')} spellCheck={false} leftSection={picker} />
        <TextField {...field('titleEn')} />
        <TextField {...field('titleZh')} />
        <Wide>
          <BrandPreview color={color} />
          <p className={css.note}>{say('platform.contrastNote')}</p>
        </Wide>
        <BrandImageField image="logo" uploadedUrl={brandImages.logoUrl} isClosed={isClosed} />
        <BrandImageField image="icon" uploadedUrl={brandImages.iconUrl} isClosed={isClosed} />
      </FormSection>
    </FormSheet>
  );
}
