/** Converts the name of a time zone offset from `Intl` to one form. Some browsers write GMT, others write GMT+0. */
export const zoneName = (named: string | undefined): string => (!named || /^GMT[+-]0$/.test(named) ? 'GMT' : named);
