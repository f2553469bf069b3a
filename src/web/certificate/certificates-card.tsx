import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Backing, listAuctionCertificates } from '#contract/certificate/backing.ts';
import { dueText } from '#web/certificate/certificate-words.ts';
import { RangeList } from '#web/certificate/range-list.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './certificates.module.css';

type Props = {
  /** The operation that lists the certificates, and the id of the auction, the sell order or the holding. */
  route: typeof listAuctionCertificates;
  id: string;
  /** Returns the name of an item by its id. */
  nameOf?: (sourceId: string) => string | undefined;
  /** Says until when the seller names certificates, if some RECs have none. */
  naming?: ReactNode;
};

/** The certificates behind RECs on offer or held. Shows nothing if there are no such RECs. */
export function CertificatesCard({ route, id, nameOf, naming }: Props) {
  const query = useQuery(readQuery(['certificates', route.path, id], route, { params: { id } }));
  if (query.data?.length === 0) return null;
  return (
    <Card title="certificate.title">
      <Loaded query={query} skeleton={<Skeleton height={80} />}>
        {(backings) => (
          <>
            {backings.map((one) => (
              <Item key={one.sourceId} backing={one} name={nameOf?.(one.sourceId)} />
            ))}
            {backings.some(isUnnamed) && naming}
          </>
        )}
      </Loaded>
    </Card>
  );
}

const isUnnamed = ({ backed, quantity }: Pick<Backing, 'backed' | 'quantity'>): boolean => Number(backed) < quantity;

function Item({ backing, name }: { backing: Backing; name: string | undefined }) {
  const say = useSay();
  const { backed, quantity, ranges, due } = backing;
  return (
    <div className={css.item}>
      {name !== undefined && <h3 className={css.heading}>{name}</h3>}
      <p>{say(ranges.length === 0 ? 'certificate.noneNamed' : 'certificate.backedOf', { backed, quantity })}</p>
      {due && isUnnamed(backing) && <p>{dueText(say, due)}</p>}
      <RangeList ranges={ranges} />
    </div>
  );
}
