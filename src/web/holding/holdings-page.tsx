import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch, Link } from '@tanstack/react-router';
import { useId } from 'react';
import {
  exportHoldingsAsAdmin,
  exportHoldingsAsUser,
  type Holding,
  type HoldingTotal,
} from '#contract/holding/holding.ts';
import { HOLDING_SORTS, HOLDINGS_SHOWN } from '#contract/basics/choices.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { HoldingFilters } from '#web/holding/holding-filters.tsx';
import { ProductLine } from '#web/holding/product-line.tsx';
import { holdingsQuery, totalsQuery } from '#web/holding/holding-query.ts';
import type { holdingSearch } from '#web/holding/holding-search.ts';
import { yearsOf, sharesBy, sumOf, type Share } from '#web/holding/sum-totals.ts';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { countryName } from '#web/platform/format/country-name.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { roleOf, type Role } from '#web/platform/session/session.ts';
import css from './holding.module.css';

/**
 * The page with the holdings of the user's companies, or of all companies for administrators. It shows the totals, and
 * each holding with its origin.
 */
export function HoldingsPage({ role }: { role: Role }) {
  const say = useSay();
  const { accounts } = useProfile();
  const { show, sort, account, country, fuelType, vintageYear, ...asked }: ReturnType<typeof holdingSearch> = useSearch(
    { strict: false },
  );
  const page = pageQueryOf(asked);
  const goods = { account, country, fuelType, search: page.search, show };
  const query = { ...page, ...goods, vintageYear, sort };
  const result = useQuery(holdingsQuery(role, query));
  // The totals are not filtered by year, because the year filter offers the years found in the totals. Empty holdings
  // are included; otherwise the RECs returned from them would be missing.
  const { data: totals } = useQuery(totalsQuery(role, { ...goods, show: show ?? 'all' }));
  const shown = totals?.filter(({ recVintage }) => vintageYear === undefined || recVintage.year === vintageYear);
  const isFiltered =
    page.search !== '' || [account, country, fuelType, vintageYear, show].some((filter) => filter !== undefined);
  const columns = role === 'user' && accounts.length < 2 ? COLUMNS_OF_ONE : COLUMNS;
  return (
    <>
      <PageTitle title="holding.title" note={say(`holding.${role}Note`)} />
      <HoldingTotals totals={shown} />
      <PagedList
        list="holdings"
        title="holding.title"
        search={role === 'admin' ? 'holding.searchAll' : 'holding.search'}
        columns={columns}
        result={result}
        query={page}
        isFiltered={isFiltered}
        none={{ title: 'holding.none', hint: `holding.${role}NoneHint`, icon: IconCertificate }}
        load={(format) =>
          apiFile(role === 'admin' ? exportHoldingsAsAdmin : exportHoldingsAsUser, { query: { ...query, format } })
        }
      >
        <HoldingFilters years={yearsOf(totals ?? [])} />
        <FilterSelect
          name="show"
          label="holding.show"
          all="holding.showheld"
          choices={HOLDINGS_SHOWN.slice(1).map((value) => ({ value, label: say(`holding.show${value}`) }))}
        />
        <FilterSelect
          name="sort"
          label="holding.sort"
          all="holding.sortnewest"
          choices={HOLDING_SORTS.slice(1).map((value) => ({ value, label: say(`holding.sort${value}`) }))}
        />
      </PagedList>
      <HoldingSpread totals={shown} />
    </>
  );
}

type RowProps = { row: Holding };

/** Shows the product as a link to the holding. “Back” on the holding's page restores the list as it is now. */
function ProductCell({ row }: RowProps) {
  const role = roleOf(useProfile());
  const list = useSearch({ strict: false });
  return (
    <Link to={paths.holding(role, row.id)} state={{ list }} className={`${css.strong} ${css.goods}`}>
      <ProductLine product={row} />
    </Link>
  );
}

const Holder = ({ row }: RowProps) => <div className={`${css.strong} ${css.holder}`}>{row.companyName}</div>;
const Balance = ({ row }: RowProps) => <strong>{formatQuantity(row.balance)}</strong>;
const Quantity = ({ row }: RowProps) => formatQuantity(row.quantity);
const Retired = ({ row }: RowProps) => formatQuantity(row.retired);
const Released = ({ row }: RowProps) => formatQuantity(row.released);
const Price = ({ row }: RowProps) => formatMoney(row.price, env().currency);
const At = ({ row }: RowProps) => <Moment at={row.acquiredAt} />;

const From = ({ row }: RowProps) => (
  <div className={css.source}>
    {row.source.title}
    <span className={css.under}>{row.acquiredFrom}</span>
  </div>
);

const COLUMNS: readonly Column<Holding>[] = [
  { id: 'goods', title: 'holding.goods', Cell: ProductCell },
  { id: 'holder', title: 'holding.holder', Cell: Holder },
  { id: 'balance', title: 'holding.balance', align: 'end', width: '100px', Cell: Balance },
  { id: 'quantity', title: 'holding.quantity', align: 'end', width: '95px', Cell: Quantity },
  { id: 'retired', title: 'holding.retired', align: 'end', width: '95px', Cell: Retired },
  { id: 'released', title: 'holding.released', align: 'end', width: '95px', Cell: Released },
  { id: 'from', title: 'holding.source', Cell: From },
  { id: 'price', title: 'holding.price', align: 'end', width: '130px', Cell: Price },
  { id: 'at', title: 'holding.acquiredAt', width: '190px', Cell: At },
];

/** The columns for a user with only one company, who does not need the column of the holder. */
const COLUMNS_OF_ONE = COLUMNS.filter(({ id }) => id !== 'holder');

const FIGURES = ['balance', 'quantity', 'retired', 'released'] as const;

type TotalsProps = { totals: readonly HoldingTotal[] | undefined };

/** Shows the totals of all listed holdings. A dash reserves each number's place during the first load. */
function HoldingTotals({ totals }: TotalsProps) {
  const say = useSay();
  const sums = totals && sumOf(totals);
  return (
    <section className={css.totals} aria-label={say('holding.totals')}>
      <dl className={css.figures}>
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{say(`holding.${name}`)}</dt>
            <dd>{sums ? formatQuantity(sums[name]) : '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Shows the balance by country, fuel type and vintage. This section is below the list, so that nothing moves when the
 * section loads late or is long.
 */
function HoldingSpread({ totals }: TotalsProps) {
  const say = useSay();
  const language = useLanguage();
  if (!totals || totals.length === 0) return null;
  return (
    <section className={css.totals} aria-label={say('holding.spread')} data-below>
      <div className={css.spread}>
        <Shares
          title="holding.byCountry"
          shares={sharesBy(totals, ({ recCountry }) => countryName(recCountry, language))}
        />
        <Shares title="holding.byFuel" shares={sharesBy(totals, ({ recFuelType }) => say(`fuel.${recFuelType}`))} />
        <Shares
          title="holding.byVintage"
          shares={sharesBy(totals, ({ recVintage: { year, period } }) => say(`vintage.${period}`, { year }))}
        />
      </div>
    </section>
  );
}

const SHOWN_MOST = 5;

/** Shows the largest shares of the balance, and the rest as one line. */
function Shares({ title, shares }: { title: PhraseKey; shares: readonly Share[] }) {
  const say = useSay();
  const id = useId();
  const [shown, rest] = [shares.slice(0, SHOWN_MOST), shares.slice(SHOWN_MOST)];
  const others = rest.reduce((sum, { balance }) => sum + balance, 0);
  const lines = others > 0 ? [...shown, { label: say('holding.others'), balance: others }] : shown;
  const most = Math.max(...lines.map(({ balance }) => balance));
  if (lines.length === 0) return null;
  return (
    <div>
      <h2 className={css.shareTitle} id={id}>
        {say(title)}
      </h2>
      <ul className={css.shares} aria-labelledby={id}>
        {lines.map(({ label, balance }) => (
          <li key={label}>
            <span>{label}</span>
            <span className="figure">{formatQuantity(balance)}</span>
            <span className={css.bar} style={{ inlineSize: `${(balance / most) * 100}%` }} aria-hidden />
          </li>
        ))}
      </ul>
    </div>
  );
}
