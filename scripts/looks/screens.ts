import { arrivalAt, CALLERS, SITE_MAP, type Caller, type Deployment } from '#testing/permissions/site-map.ts';
import { ADMIN_STATES } from './admin-states.ts';
import { sampleOf } from './samples.ts';
import type { Person, Screen } from './screen.ts';
import { GLOBAL_SCREENS, SIGNED_OUT_STATES } from './signed-out-states.ts';
import { USER_STATES } from './user-states.ts';

const OURS: Deployment = { variant: 'TNBX', flags: { marketplace: true, publicAuctions: true } };

const WHO: Readonly<Record<Caller, Person>> = {
  visitor: 'nobody',
  founder: 'founder',
  applicant: 'tran_hoa',
  user: 'newcomer',
  admin: 'admin',
};

/**
 * Returns a screen for every page of the site map that has its own content. The screen's user is the first caller who
 * may visit the page.
 */
function screensOfRoutes(): Screen[] {
  return SITE_MAP.flatMap((page) => {
    // Skipped: an unknown path leads to another page, and a hosted sign-in page needs a sign-in that has begun.
    if (page.path === '/$' || page.variant === 'GLOBAL' || page.path.startsWith('/connect/')) return [];
    const { pathIn, as } = sampleOf(page.path);
    const caller = CALLERS.find((one) => arrivalAt(page, page.path, one, OURS) === page.path);
    if (!caller) return [];
    const name = page.path.slice(1).replaceAll('/', '.').replaceAll('$', '');
    return [
      { name, as: as ?? WHO[caller], variant: OURS.variant, path: (samples) => pathIn(samples) + (page.search ?? '') },
    ];
  });
}

/** All screens: those of the routes, and the states of pages that are listed by hand. */
export const SCREENS: readonly Screen[] = [
  ...screensOfRoutes(),
  ...SIGNED_OUT_STATES,
  ...USER_STATES,
  ...ADMIN_STATES,
  ...GLOBAL_SCREENS,
];
