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
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { BrandForm } from '#web/platform-setting/brand-form.tsx';
import { CurrencyForm } from '#web/platform-setting/currency-form.tsx';
import { FeeNamesForm } from '#web/platform-setting/fee-names-form.tsx';
import { LanguagesForm } from '#web/platform-setting/languages-form.tsx';
import {
  judgeRegionsDraft,
  judgeTypesDraft,
  regionsDraftOf,
  regionsOf,
  typesDraftOf,
  typesOf,
  type RegionsDraft,
  type TypesDraft,
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
        {({ regions, businessTypes, feeNames, ...settings }) => (
          <Stack gap="lg">
            <BrandForm settings={settings} isClosed={isClosed} />
            <CurrencyForm stored={settings.currency} isClosed={isClosed} />
            <LanguagesForm settings={settings} isClosed={isClosed} />
            <TimeZoneForm stored={settings.timeZone} isClosed={isClosed} />
            <RegionsForm stored={regions} isClosed={isClosed} />
            <TypesForm stored={businessTypes} isClosed={isClosed} />
            <FeeNamesForm stored={feeNames} isClosed={isClosed} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

type Props<Group extends keyof PlatformSettings> = { stored: PlatformSettings[Group]; isClosed: boolean };

const REGION_LABELS = {
  countries: 'platform.countries',
  provinces: 'platform.provinces',
  phoneCountries: 'platform.phoneCountries',
  recCountries: 'platform.recCountries',
} as const;

function RegionsForm({ stored, isClosed }: Props<'regions'>) {
  const { versionOf, ...group } = useGroup('regions', stored);
  return (
    <StoredFormSheet<typeof stored, RegionsDraft>
      {...group}
      empty={regionsDraftOf(stored)}
      valuesOf={regionsDraftOf}
      judge={judgeRegionsDraft}
      labels={REGION_LABELS}
      send={(draft) => api(updateRegions, { body: { ...regionsOf(draft), version: versionOf() } })}
      isClosed={isClosed}
      submit="platform.saveRegions"
    >
      {(form) => {
        const field = (name: keyof RegionsDraft) => ({
          ...form.field(name),
          isDisabled: isClosed,
          label: REGION_LABELS[name],
          help: `platform.${name}Help` as const,
        });
        return (
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
            <Wide>
              <TextField {...field('recCountries')} isRequired spellCheck={false} />
            </Wide>
          </FormSection>
        );
      }}
    </StoredFormSheet>
  );
}

function TypesForm({ stored, isClosed }: Props<'businessTypes'>) {
  const { versionOf, ...group } = useGroup('businessTypes', stored);
  return (
    <StoredFormSheet<typeof stored, TypesDraft>
      {...group}
      empty={typesDraftOf(stored)}
      valuesOf={typesDraftOf}
      judge={judgeTypesDraft}
      labels={{ types: 'platform.types' }}
      send={(draft) => api(updateBusinessTypes, { body: { ...typesOf(draft), version: versionOf() } })}
      isClosed={isClosed}
      submit="platform.saveTypes"
    >
      {(form) => (
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
      )}
    </StoredFormSheet>
  );
}
