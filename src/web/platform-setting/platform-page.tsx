import { Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { useQuery } from '@tanstack/react-query';
import {
  updateBusinessTypes,
  updateRegions,
  type PlatformSettings,
} from '#contract/platform-setting/platform-setting.ts';
import { mayChange } from '#domain/access/admin-role.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { TextAreaField, TextField } from '#web/design/fields/text-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import { useStoredForm } from '#web/design/forms/use-stored-form.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { BrandForm } from '#web/platform-setting/brand-form.tsx';
import { CurrencyForm } from '#web/platform-setting/currency-form.tsx';
import { LanguagesForm } from '#web/platform-setting/languages-form.tsx';
import {
  judgeRegionsDraft,
  judgeTypesDraft,
  regionsDraftOf,
  regionsOf,
  typesDraftOf,
  typesOf,
} from '#web/platform-setting/setting-drafts.ts';
import { TimeZoneForm } from '#web/platform-setting/time-zone-form.tsx';
import { SETTINGS, useGroup } from '#web/platform-setting/use-group.ts';

/** The settings of the platform. Owners change them; other administrators read them. */
export function PlatformPage() {
  const say = useSay();
  const query = useQuery(SETTINGS);
  const isClosed = !mayChange(useProfile().adminRoles, null);
  return (
    <>
      <PageTitle title="platform.title" note={say(isClosed ? 'platform.readOnly' : 'platform.note')} />
      <Loaded query={query} skeleton={<Skeleton height={640} radius="md" />}>
        {({ regions, businessTypes, ...settings }) => (
          <Stack gap="lg">
            <BrandForm settings={settings} isClosed={isClosed} />
            <CurrencyForm stored={settings.currency} isClosed={isClosed} />
            <LanguagesForm settings={settings} isClosed={isClosed} />
            <TimeZoneForm stored={settings.timeZone} isClosed={isClosed} />
            <RegionsForm stored={regions} isClosed={isClosed} />
            <TypesForm stored={businessTypes} isClosed={isClosed} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

type Props<Group extends keyof PlatformSettings> = { stored: PlatformSettings[Group]; isClosed: boolean };

function RegionsForm({ stored, isClosed }: Props<'regions'>) {
  const { versionOf, ...group } = useGroup('regions', stored);
  const { form, run, isPending, error, isDirty, overtaken } = useStoredForm({
    ...group,
    empty: regionsDraftOf(stored),
    valuesOf: regionsDraftOf,
    judge: judgeRegionsDraft,
    labels: {
      countries: 'platform.countries',
      provinces: 'platform.provinces',
      phoneCountries: 'platform.phoneCountries',
    },
    send: (draft) => api(updateRegions, { body: { ...regionsOf(draft), version: versionOf() } }),
    isClosed,
  });
  const field = (name: 'countries' | 'provinces' | 'phoneCountries') => ({
    ...form.field(name),
    isDisabled: isClosed,
    label: `platform.${name}` as const,
    help: `platform.${name}Help` as const,
  });
  return (
    <FormSheet
      form={form}
      error={error}
      overtaken={overtaken}
      isBusy={isPending || isClosed}
      onSend={run}
      foot={!isClosed && <SaveBar isDirty={isDirty} isPending={isPending} submit="platform.saveRegions" />}
    >
      <FormSection title="platform.regions" hint="platform.regionsHint">
        <Wide>
          <TextField {...field('countries')} isRequired spellCheck={false} />
        </Wide>
        <Wide>
          <TextAreaField {...field('provinces')} rows={10} />
        </Wide>
        <Wide>
          <TextField {...field('phoneCountries')} spellCheck={false} />
        </Wide>
      </FormSection>
    </FormSheet>
  );
}

function TypesForm({ stored, isClosed }: Props<'businessTypes'>) {
  const { versionOf, ...group } = useGroup('businessTypes', stored);
  const { form, run, isPending, error, isDirty, overtaken } = useStoredForm({
    ...group,
    empty: typesDraftOf(stored),
    valuesOf: typesDraftOf,
    judge: judgeTypesDraft,
    labels: { types: 'platform.types' },
    send: (draft) => api(updateBusinessTypes, { body: { ...typesOf(draft), version: versionOf() } }),
    isClosed,
  });
  return (
    <FormSheet
      form={form}
      error={error}
      overtaken={overtaken}
      isBusy={isPending || isClosed}
      onSend={run}
      foot={!isClosed && <SaveBar isDirty={isDirty} isPending={isPending} submit="platform.saveTypes" />}
    >
      <FormSection title="platform.businessTypes" hint="platform.businessTypesHint">
        <Wide>
          <TextAreaField
            {...form.field('types')}
            label="platform.types"
            help="platform.typesHelp"
            isRequired
            isDisabled={isClosed}
            rows={8}
          />
        </Wide>
      </FormSection>
    </FormSheet>
  );
}
