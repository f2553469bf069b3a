import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import { accessChoices } from '#web/auction/auction-list-search.ts';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { ProductFilters } from '#web/design/lists/product-filters.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { nowMs } from '#web/platform/clock/clock.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The number of vintages to choose from: next year and the eleven years before it. */
const VINTAGES = 12;

/** Filters by product, direction and access. */
export function AuctionFilters({ id, role }: { id: string; role: Role }) {
  const say = useSay();
  const nextYear = new Date(nowMs()).getUTCFullYear() + 1;
  return (
    <section id={id} aria-label={say('sellOrder.filters')}>
      <Toolbar>
        <ProductFilters years={Array.from({ length: VINTAGES }, (_, before) => nextYear - before)} />
        {env().flags.reverseAuction && (
          <FilterSelect
            name="auctionType"
            label="statistics.direction"
            all="statistics.bothDirections"
            choices={AUCTION_TYPES.map((value) => ({ value, label: say(`direction.${value}.name`) }))}
          />
        )}
        <FilterSelect
          name="access"
          label="auction.access"
          all="auction.anyAccess"
          choices={accessChoices(role).map((value) => ({
            value,
            label: say(value === 'rehearsal' ? 'auction.rehearsals' : `status.${value}`),
          }))}
        />
      </Toolbar>
    </section>
  );
}
