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

/**
 * What the end of a session looks like (docs/rules.md#unauthorized-answers), and sign-in or sign-out in another tab.
 */
export function SessionWatch() {
  const say = useSay();
  const textOf = useErrorText();
  const router = useRouter();
  const notice = useStore(sessionNoticeStore);
  useOtherTabs();

  const leave = async () => {
    const { href, pathname } = router.state.location;
    // Told to the server as well: a session that was refused here must not live on there.
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
        // Without a session it is the guard that leads away, because of what the alert says.
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

/** Where a session's end is seen: the sign-in page of variant GLOBAL leads on by itself, and would sign in again. */
const exit = () =>
  env().variant === 'GLOBAL' ? { to: paths.logout, search: { state: SIGNED_OUT } } : { to: paths.login, search: {} };

/** When another tab signs in or out, the guards decide anew where this one belongs. */
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
    // There this page is being left for the provider already.
    else if (pathname !== exit().to)
      void router.navigate({ ...exit(), search: { ...exit().search, redirect: href }, replace: true });
  }, [who, router, queryClient]);
  const arrivals = useStore(signInsElsewhere);
  const arrived = useEffectEvent(() => {
    // The one page that is for everybody.
    if (router.state.location.pathname !== paths.outbox) toast('info', say('shell.signedInInOtherTab'));
  });
  useEffect(() => {
    if (arrivals > 0) arrived();
  }, [arrivals]);
}
