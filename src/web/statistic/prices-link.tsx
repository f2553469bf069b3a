import { IconChartLine } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AuctionItem } from '#contract/auction/auction.ts';
import { paths } from '#web/paths.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { roleOf } from '#web/platform/session/session.ts';
import { searchOfProduct } from '#web/statistic/statistic-search.ts';
import css from './statistic.module.css';

type ProductFields = Pick<AuctionItem, 'recCountry' | 'recFuelType' | 'recVintage'>;

/** A link from a product to the prices at which the product was sold. */
export function PricesLink({ goods }: { goods: ProductFields }) {
  const say = useSay();
  const wordsOf = useItemWords();
  const role = roleOf(useProfile());
  return (
    <Link
      to={paths.priceHistory(role)}
      search={searchOfProduct(goods)}
      className={css.prices}
      aria-label={say('priceHistory.ofGoodsSpoken', { goods: wordsOf(goods) })}
    >
      <IconChartLine size={14} aria-hidden />
      {say('priceHistory.ofGoods')}
    </Link>
  );
}
