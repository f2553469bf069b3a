import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '#web/design/feedback/toast.tsx';
import { paths, SIGNED_OUT } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { useErrorText, useSay, type Wrong } from '#web/platform/phrases/phrase.ts';
import {
  dropAlert,
  readTokens,
  sessionNoticeStore,
  sessionStore,
  signInsElsewhere,
  type SessionNotice,
} from '#web/platform/session/session.ts';
import { endSession } from '#web/platform/session/tokens.ts';
import { useStore } from '#web/platform/storage/store.ts';

const SessionDialog = lazy(() => import('#web/shell/session-dialog.tsx'));

/** Shows the end of a session (docs/rules.md#unauthorized-answers), and follows sign-in and sign-out in other tabs. */
export function SessionWatch() {
  const say = useSay();
  const textOf = useErrorText();
  const router = useRouter();
  const notice = useStore(sessionNoticeStore);
  useOtherTabs();

  const leave = async () => {
    const { href, pathname } = router.state.location;
    // Also tells the server, so that a session that was refused here does not stay alive there.
    void endSession();
    sessionNoticeStore.set(undefined);
    if (pathname !== exit().to) await router.navigate({ ...exit(), search: { ...exit().search, redirect: href } });
  };

  const noticed = useEffectEvent((news: SessionNotice) => {
    if (news.kind === 'warn') {
      toast('warn', textOf(news as Wrong));
      sessionNoticeStore.set(undefined);
      return;
    }
    const isAtLogin = router.state.location.pathname === paths.login;
    if (news.kind === 'toast') toast('bad', textOf(news as Wrong) || say('shell.signInAgain'));
    if (news.kind === 'toast' || isAtLogin) void leave();
  });
  useEffect(() => {
    if (notice) noticed(notice);
  }, [notice]);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
        // Without a session, the route guard causes this navigation, for the reason in the alert. So the alert stays.
        if (hrefChanged && readTokens()) dropAlert();
      }),
    [router],
  );

  if (notice?.kind !== 'alert' && notice?.kind !== 'blocked') return null;
  return (
    <Suspense>
      <SessionDialog notice={notice} onLeave={() => void leave()} />
    </Suspense>
  );
}

/** The page after a session's end. In variant GLOBAL the sign-in page would redirect by itself and sign in again. */
const exit = () =>
  env().variant === 'GLOBAL' ? { to: paths.logout, search: { state: SIGNED_OUT } } : { to: paths.login, search: {} };

/** When another tab signs in or out, the route guards run again for this tab. */
function useOtherTabs(): void {
  const say = useSay();
  const router = useRouter();
  const queryClient = useQueryClient();
  const who = useStore(sessionStore, ({ tokens, profile }) => (tokens ? (profile?.userId ?? '') : undefined));
  const before = useRef(who);
  useEffect(() => {
    if (before.current === who) return;
    const isOther = Boolean(before.current) || who === undefined;
    before.current = who;
    if (isOther) queryClient.clear();
    const { href, pathname } = router.state.location;
    if (who !== undefined || env().variant !== 'GLOBAL') void router.invalidate();
    // On that page, the tab is already leaving for the provider.
    else if (pathname !== exit().to)
      void router.navigate({ ...exit(), search: { ...exit().search, redirect: href }, replace: true });
  }, [who, router, queryClient]);
  const arrivals = useStore(signInsElsewhere);
  const arrived = useEffectEvent(() => {
    // The outbox is the only page that belongs to no session.
    if (router.state.location.pathname !== paths.outbox) toast('info', say('shell.signedInInOtherTab'));
  });
  useEffect(() => {
    if (arrivals > 0) arrived();
  }, [arrivals]);
}
