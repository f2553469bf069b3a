import { updateTimeZone, type PlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { judgeTimeZone, TIME_ZONE } from '#domain/platform-setting/time-zone.ts';
import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import { api } from '#web/platform/calls/api.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatZone } from '#web/platform/format/format.ts';
import { useGroup } from '#web/platform-setting/use-group.ts';

type Props = { stored: PlatformSettings['timeZone']; isClosed: boolean };

/** The zones that the browser knows, and the stored one, which another browser may have named. */
const zonesWith = (stored: string): string[] => [
  ...new Set([TIME_ZONE.zone, stored, ...Intl.supportedValuesOf('timeZone')]),
];

/** The time zone of the platform, with its present offset. */
export function TimeZoneForm({ stored, isClosed }: Props) {
  const { versionOf, ...group } = useGroup('timeZone', stored);
  const zones = zonesWith(stored.zone);
  const valuesOf = ({ zone }: { readonly zone: string }) => ({ zone });
  const now = nowMs();
  return (
    <StoredFormSheet
      {...group}
      empty={valuesOf(stored)}
      valuesOf={valuesOf}
      judge={(values) => judgeTimeZone(values, (zone) => zones.includes(zone))}
      labels={{ zone: 'platform.timeZone' }}
      send={({ zone }) => api(updateTimeZone, { body: { zone, version: versionOf() } })}
      isClosed={isClosed}
      submit="platform.saveTimeZone"
    >
      {(form) => (
        <FormSection title="platform.time" hint="platform.timeHint">
          <Wide>
            <SearchSelectField
              {...form.field('zone')}
              onChange={(zone) => zone !== null && form.set('zone', zone)}
              label="platform.timeZone"
              isRequired
              isDisabled={isClosed}
              choices={zones.map((zone) => ({
                value: zone,
                label: `${zone.replaceAll('_', ' ')} (${formatZone(now, zone)})`,
              }))}
            />
          </Wide>
        </FormSection>
      )}
    </StoredFormSheet>
  );
}
