import { CHECK_STATUSES } from '#domain/certificate/check-status.ts';
import { FilterSegments } from '#web/design/lists/filter-segments.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The filter by the state of a device or a lot. */
export function StatusFilter() {
  const say = useSay();
  return (
    <FilterSegments
      name="status"
      label="certificate.state"
      all="certificate.allStates"
      choices={CHECK_STATUSES.map((value) => ({ value, label: say(`certificate.status.${value}`) }))}
    />
  );
}
