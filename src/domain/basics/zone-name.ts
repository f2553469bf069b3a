/** Returns the time zone offset as `Intl` names it, in one form for all engines: some write GMT, others GMT+0. */
export const zoneName = (named: string | undefined): string => (!named || /^GMT[+-]0$/.test(named) ? 'GMT' : named);
