/** Returns the offset that `Intl` names, the same in every engine: some write GMT, others GMT+0. */
export const zoneName = (named: string | undefined): string => (!named || /^GMT[+-]0$/.test(named) ? 'GMT' : named);
