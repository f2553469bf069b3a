import { useQuery } from '@tanstack/react-query';
import type { Auction } from '#contract/auction/auction.ts';
import { listTickSizes } from '#contract/tick.ts';
import { TICK_CENTS_DEFAULT, decimalOfCents } from '#domain/basics/price.ts';
import type { Field } from '#web/design/forms/use-form.ts';
import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import { api } from '#web/platform/calls/api.ts';
import { env } from '#web/platform/page/env.ts';
import { formatStep } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

const SHOWN_MOST = 100;
/** Mantine's list has no null: the standard step is a choice of its own. */
const STANDARD = 'standard';

type Props = Field<string | null> & { present: Auction['tickSize'] | undefined; isDisabled: boolean };

/** The step of bid prices: the standard one, or one of those that administrators keep. */
export function TickField({ present, ...field }: Props) {
  const say = useSay();
  const { currency } = env();
  const query = { limit: SHOWN_MOST, currentPage: 1 };
  const { data } = useQuery({
    queryKey: ['tick-sizes', query],
    queryFn: ({ signal }) => api(listTickSizes, { query, signal }),
  });
  const standard = say('auction.tickSizeStandard', {
    step: formatStep(decimalOfCents(TICK_CENTS_DEFAULT), currency),
  });
  const kept = (data?.items ?? []).map(({ id, name, priceStep }) => ({
    value: id,
    label: say('auction.tickSizeChoice', { name, step: formatStep(priceStep, currency) }),
  }));
  const isMissing = present?.id && !kept.some(({ value }) => value === present.id);
  const own = isMissing && present?.id ? [{ value: present.id, label: formatStep(present.priceStep, currency) }] : [];
  return (
    <SearchSelectField
      {...field}
      label="auction.tickSize"
      help="auction.tickSizeHelp"
      choices={[{ value: STANDARD, label: standard }, ...own, ...kept]}
      value={field.value ?? STANDARD}
      onChange={(value) => field.onChange(value === STANDARD ? null : value)}
    />
  );
}
