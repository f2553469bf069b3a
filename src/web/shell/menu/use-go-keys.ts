import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { env } from '#web/platform/page/env.ts';
import { useLetterKeys } from '#web/platform/page/keys.ts';
import type { Role } from '#web/platform/session/session.ts';
import { menuOf } from '#web/shell/menu/menu.ts';

/** As long as this after G, a letter names a place. */
const SEQUENCE_MS = 1_500;

/** G and then a letter leads to a place of the menu. */
export function useGoKeys(role: Role): void {
  const navigate = useNavigate();
  const begunAt = useRef(-SEQUENCE_MS);
  useLetterKeys((key, { timeStamp }) => {
    const isSecond = timeStamp - begunAt.current < SEQUENCE_MS;
    begunAt.current = key === 'g' && !isSecond ? timeStamp : -SEQUENCE_MS;
    const place = menuOf(role, env()).flatMap(({ items }) => items.filter((item) => item.letter === key));
    if (isSecond && place[0]) void navigate({ to: place[0].to });
    return isSecond && place.length > 0;
  });
}
