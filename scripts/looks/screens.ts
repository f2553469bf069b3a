import { arrivalAt, CALLERS, SITE_MAP, type Caller, type Deployment } from '#testing/permissions/site-map.ts';
import { ADMIN_STATES } from './admin-states.ts';
import { sampleOf } from './samples.ts';
import type { Person, Screen } from './screen.ts';
import { GLOBAL_SCREENS, SIGNED_OUT_STATES } from './signed-out-states.ts';
import { USER_STATES } from './user-states.ts';

const OURS: Deployment = { variant: 'TNBX', flags: { marketplace: true } };

const WHO: Readonly<Record<Caller, Person>> = {
  visitor: 'nobody',
  founder: 'founder',
  applicant: 'tran_hoa',
  user: 'newcomer',
  admin: 'admin',
};

/** Returns every page of the site map with content of its own, as the first caller who may visit it. */
function screensOfRoutes(): Screen[] {
  return SITE_MAP.flatMap((page) => {
    // Skipped: nobody stays at an unknown path, and a hosted sign-in needs one in progress.
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

/** All screens: the routes, and the states listed by hand. */
export const SCREENS: readonly Screen[] = [
  ...screensOfRoutes(),
  ...SIGNED_OUT_STATES,
  ...USER_STATES,
  ...ADMIN_STATES,
  ...GLOBAL_SCREENS,
];
