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
    // Also ends the session at the server. Otherwise the session could stay valid there.
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
        // Without a session, the route guard navigates, and the open alert tells why. This alert must stay.
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

/**
 * Returns the page to open after a session has ended. In variant GLOBAL, this is the sign-out page, because the sign-in
 * page would sign in again automatically.
 */
const exit = () =>
  env().variant === 'GLOBAL' ? { to: paths.logout, search: { state: SIGNED_OUT } } : { to: paths.login, search: {} };

/** Runs the route guards again when another tab has signed in or out. */
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
    // A tab on the exit page is already leaving for the provider.
    else if (pathname !== exit().to)
      void router.navigate({ ...exit(), search: { ...exit().search, redirect: href }, replace: true });
  }, [who, router, queryClient]);
  const arrivals = useStore(signInsElsewhere);
  const arrived = useEffectEvent(() => {
    // The outbox is the only page that does not belong to a session.
    if (router.state.location.pathname !== paths.outbox) toast('info', say('shell.signedInInOtherTab'));
  });
  useEffect(() => {
    if (arrivals > 0) arrived();
  }, [arrivals]);
}
