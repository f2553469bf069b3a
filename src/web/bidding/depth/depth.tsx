import { Button } from '@mantine/core';
import { IconChartAreaLine, IconTable } from '@tabler/icons-react';
import { useState, type ComponentProps } from 'react';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { DepthChart } from '#web/bidding/depth/depth-chart.tsx';
import { useDesk, useItem } from '#web/bidding/room/desk-context.ts';
import { depthReadings, type DepthReading } from '#web/bidding/depth/depth-shape.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { lastWinningPrice, type RoomRow } from '#web/bidding/room/room-view.ts';
import css from './depth.module.css';

/** Of an item in the room. */
export function Depth({ itemId }: { itemId: string }) {
  const { setting } = useDesk();
  const view = useItem(itemId);
  if (!view) return null;
  const { auctionType, tickCents } = setting.terms;
  const hasOwn = setting.own !== undefined;
  return <DepthView rows={view.rows} itemQuantity={view.bidding.quantity} {...{ auctionType, tickCents, hasOwn }} />;
}

type Props = Pick<ComponentProps<typeof DepthChart>, 'auctionType' | 'tickCents' | 'itemQuantity'> & {
  rows: readonly RoomRow[];
  /** Whether the reader bids here. */
  hasOwn: boolean;
};

/** How much is bid at which price; as a picture or as a table with the same figures. */
export function DepthView({ rows, auctionType, tickCents, itemQuantity, hasOwn }: Props) {
  const say = useSay();
  const [isTable, setIsTable] = useState(false);
  const readings = depthReadings(rows, auctionType);
  return (
    <section className={css.depth} aria-labelledby="depth-title">
      <header className={css.head}>
        <h3 id="depth-title" className={css.title}>
          {say('room.depth')}
        </h3>
        <Legend hasOwn={hasOwn} />
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={isTable ? <IconChartAreaLine size={14} /> : <IconTable size={14} />}
          onClick={() => setIsTable(!isTable)}
        >
          {say(isTable ? 'room.asChart' : 'room.asTable')}
        </Button>
      </header>
      {readings.length === 0 ? (
        <p className={css.none}>{say('room.noBidsYet')}</p>
      ) : isTable ? (
        <DepthTable readings={readings} />
      ) : (
        <DepthChart {...{ readings, auctionType, tickCents, itemQuantity }} lastWinningCents={lastWinningPrice(rows)} />
      )}
    </section>
  );
}

function Legend({ hasOwn }: { hasOwn: boolean }) {
  const say = useSay();
  return (
    <ul className={css.legend} aria-hidden>
      <li data-mark="bar">{say('room.legendBar')}</li>
      <li data-mark="area">{say('room.legendArea')}</li>
      {hasOwn && <li data-mark="own">{say('room.legendOwn')}</li>}
      <li data-mark="win">{say('room.lastWinning')}</li>
    </ul>
  );
}

function DepthTable({ readings }: { readings: readonly DepthReading[] }) {
  const say = useSay();
  return (
    <div className={css.tableFrame} role="region" aria-labelledby="depth-title" tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{say('room.price')}</th>
            <th scope="col">{say('room.quantity')}</th>
            <th scope="col">{say('room.cumulative')}</th>
            <th scope="col">{say('room.ownQuantity')}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <tr key={reading.priceCents}>
              <td>{centsText(reading.priceCents)}</td>
              <td>{formatQuantity(reading.quantity)}</td>
              <td>{formatQuantity(reading.cumulative)}</td>
              <td>{reading.ownQuantity > 0 ? formatQuantity(reading.ownQuantity) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
