import { DEMO_PASSWORD } from '#server/demo/cast.ts';
import type { Screen } from './screen.ts';
import { fill, inTurn, openDialog, press } from './steps.ts';

const signUp = inTurn(
  fill(/^Username/, 'mei_lin_2'),
  fill(/^Email/, 'mei.lin@meranti.example'),
  fill(/^Password/, 'Meranti-2026-x'),
  fill(/^Confirm password/, 'Meranti-2026-x'),
);

const STATES: readonly Omit<Screen, 'as' | 'variant'>[] = [
  {
    name: 'login~refused',
    path: () => '/login',
    prepare: inTurn(
      fill(/^Username/, 'nobody_here'),
      fill(/^Password/, 'Wrong-password-1'),
      press('Sign in', '[role=alert]:not(:empty), [role=status]:not(:empty)'),
    ),
  },
  {
    name: 'login~code',
    path: () => '/login',
    prepare: inTurn(
      fill(/^Username/, 'mei_colleague'),
      fill(/^Password/, DEMO_PASSWORD),
      press('Sign in', '[autocomplete="one-time-code"]'),
    ),
  },
  { name: 'login~terms', path: () => '/login', prepare: openDialog('Terms and conditions') },
  { name: 'sign-up~empty', path: () => '/sign-up', prepare: press('Next', '[aria-invalid=true]') },
  { name: 'sign-up~agreement', path: () => '/sign-up', prepare: inTurn(signUp, press('Next')) },
  {
    name: 'record~wrong-file',
    path: () => '/record',
    prepare: async (page) => {
      const file = { name: 'not-a-record.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('nothing') };
      await page.locator('input[type=file]').first().setInputFiles(file);
    },
  },
];

export const SIGNED_OUT_STATES: readonly Screen[] = STATES.map((state) => ({
  as: 'nobody',
  variant: 'TNBX',
  ...state,
}));

/** Screens of the variant GLOBAL, where users sign in on a hosted page. */
export const GLOBAL_SCREENS: readonly Screen[] = [
  { name: 'global.login', path: () => '/login' },
  {
    name: 'global.login~code',
    path: () => '/login',
    prepare: inTurn(
      fill(/^Username/, 'mei_colleague'),
      fill(/^Password/, DEMO_PASSWORD),
      press('Sign in', '[autocomplete="one-time-code"]'),
    ),
  },
  { name: 'global.callback~failed', path: () => '/callback?code=x&state=y' },
  { name: 'global.hosted~unknown', path: () => '/connect/interaction/unknown' },
  { name: 'global.logout', path: () => '/logout' },
].map((screen) => ({ as: 'nobody', variant: 'GLOBAL', ...screen }));
