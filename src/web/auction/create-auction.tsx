import { IconPlus } from '@tabler/icons-react';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The button that opens the page for a new auction. */
export default function CreateAuction() {
  const say = useSay();
  return (
    <ReasonButton to={paths.createAuction} leftSection={<IconPlus size={16} aria-hidden />}>
      {say('auction.create')}
    </ReasonButton>
  );
}
