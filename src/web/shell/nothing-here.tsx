import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { NotFound } from '#web/design/empty-state.tsx';
import { useSay } from '#web/platform/phrase.ts';

export function NothingHere() {
  const say = useSay();
  return (
    <NotFound>
      <Button variant="default" component={Link} to="/">
        {say('shell.toStart')}
      </Button>
    </NotFound>
  );
}
