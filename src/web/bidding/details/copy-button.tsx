import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Auction } from '#contract/auction/auction.ts';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The way to a new auction with the settings and items of this one, for administrators. A rehearsal is copied by its original. */
export function CopyButton({ auction: { id, rehearsalOf } }: { auction: Pick<Auction, 'id' | 'rehearsalOf'> }) {
  const say = useSay();
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to={paths.createAuction} search={{ copyOf: rehearsalOf ?? id }} {...props} />}
      leftSection={<IconCopy size={16} aria-hidden />}
    >
      {say('auction.copy')}
    </Button>
  );
}
