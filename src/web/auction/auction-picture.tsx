import {
  IconAtom2,
  IconBuildingFactory2,
  IconDroplet,
  IconFlame,
  IconLeaf,
  IconPlant2,
  IconRipple,
  IconSolarPanel,
  IconVolcano,
  IconWindmill,
  type Icon,
} from '@tabler/icons-react';
import type { AuctionSummary } from '#contract/auction/auction.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './auction-picture.module.css';
import namesCss from './item-names.module.css';

/** The icon of each fuel type, for auctions without an image. */
const SIGNS: Record<FuelType, Icon> = {
  Biogas: IconFlame,
  Biomass: IconPlant2,
  CoFiredWithFossil: IconBuildingFactory2,
  Geothermal: IconVolcano,
  Hydro: IconDroplet,
  MarineCurrent: IconRipple,
  MarineTidal: IconRipple,
  MarineVerticalPressure: IconRipple,
  MarineWave: IconRipple,
  Nuclear: IconAtom2,
  Solar: IconSolarPanel,
  Wind: IconWindmill,
  SolarAndHydro: IconSolarPanel,
};
const SIGNS_MOST = 4;

/**
 * Shows the image of an auction, or icons of its fuel types if it has no image. Screen readers skip this part, because
 * the title is shown too.
 */
export function AuctionPicture({ auction }: { auction: Pick<AuctionSummary, 'thumbnail' | 'fuels'> }) {
  const { thumbnail, fuels } = auction;
  const signs = [...new Set(fuels.map((fuel) => SIGNS[fuel]))].slice(0, SIGNS_MOST);
  return (
    <div className={css.frame} aria-hidden>
      {thumbnail ? (
        <img src={thumbnail.smallUrl} alt="" loading="lazy" decoding="async" className={css.picture} />
      ) : (
        (signs.length > 0 ? signs : [IconLeaf]).map((Sign, at) => <Sign key={at} size={34} stroke={1.25} />)
      )}
    </div>
  );
}

/** Shows the names of the first items, and the number of the other items. */
export function ItemNames({ names, count, most = 3 }: { names: readonly string[]; count: number; most?: number }) {
  const say = useSay();
  const shown = names.slice(0, most);
  if (count === 0) return <p className={namesCss.none}>{say('auction.noItems')}</p>;
  return (
    <ul className={namesCss.names} aria-label={say('auction.items')}>
      {shown.map((name) => (
        <li key={name}>{name}</li>
      ))}
      {count > shown.length && (
        <li className={namesCss.more}>{say('auction.moreItems', { more: count - shown.length })}</li>
      )}
    </ul>
  );
}
