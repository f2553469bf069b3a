import { readTokens } from '#web/platform/session/session.ts';
import { markExchanged, withRefreshLock } from '#web/platform/session/refresh-lock.ts';

/**
 * Ends the session with `end`, which must make its call with `hasTurn`. Then starts another session with `begin`. If
 * another call in any tab is refused in between, that call waits for the new tokens and is sent again.
 */
export const replaceSession = <Reply>(
  end: () => Promise<Reply>,
  begin: (reply: Reply) => Promise<unknown>,
): Promise<void> =>
  withRefreshLock(async () => {
    const reply = await end();
    const before = readTokens()?.refreshToken;
    await begin(reply);
    if (before !== undefined && readTokens()?.refreshToken !== before) await markExchanged(before);
  });
