import { isInstant } from '#domain/basics/instant.ts';
import { FormSection } from '#web/design/forms/form-section.tsx';
import type { SettingsPart } from '#web/auction-editor/settings/settings-fields.tsx';
import { DateTimeField } from '#web/design/dates/date-time-field.tsx';
import { timeZone } from '#web/platform/calls/api.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatZone, remainingUntil } from '#web/platform/format/format.ts';
import { useSay, type Say } from '#web/platform/phrases/phrase.ts';

/** Start and end in the person's own zone, which stands beside them, and how long that is. */
export function ScheduleSection({ form, isClosed }: SettingsPart) {
  const say = useSay();
  const { startTime, endTime } = form.values;
  const earliest = new Date(nowMs());
  return (
    <FormSection title="auction.schedule" hint="auction.scheduleHint">
      <DateTimeField
        {...form.field('startTime')}
        label="auction.start"
        help={{ text: say('auction.timeZone', { zone: zoneText(startTime) }) }}
        earliest={earliest}
        isRequired
        isDisabled={isClosed}
      />
      <DateTimeField
        {...form.field('endTime')}
        label="auction.end"
        help={{ text: lengthText(startTime, endTime, say) ?? say('auction.timeZone', { zone: zoneText(endTime) }) }}
        earliest={startTime === null ? earliest : new Date(startTime)}
        usualTime="17:00"
        isRequired
        isDisabled={isClosed}
      />
    </FormSection>
  );
}

/** The offset is the one that holds on that day: it changes where clocks do. */
function zoneText(time: string | null): string {
  const ms = Date.parse(time ?? '');
  return `${timeZone().replaceAll('_', ' ')}, ${formatZone(isInstant(ms) ? ms : nowMs())}`;
}

function lengthText(start: string | null, end: string | null, say: Say): string | undefined {
  const [startMs, endMs] = [Date.parse(start ?? ''), Date.parse(end ?? '')];
  if (!isInstant(startMs) || !isInstant(endMs)) return undefined;
  const { days, hours, minutes } = remainingUntil(endMs, startMs);
  const parts = [
    days > 0 && say('unit.spanDays', { count: days }),
    hours > 0 && say('unit.spanHours', { count: hours }),
    minutes > 0 && say('unit.spanMinutes', { count: minutes }),
  ];
  const text = parts.filter(Boolean).join(' ');
  return text && say('auction.duration', { text });
}
