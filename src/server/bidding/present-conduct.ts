import type { ConductView } from '#contract/conduct.ts';
import type { Conduct } from '#domain/auction/conduct.ts';

/** What is told of an auction's conduct: everything but who of the admins it was. */
export function presentConduct({ extensions, last }: Conduct): { extensions: number; conduct: ConductView | null } {
  if (!last) return { extensions, conduct: null };
  const { kind, by, at, until, reason } = last;
  return { extensions, conduct: { kind, by, at, until, reason } };
}
