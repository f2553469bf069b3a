import { getSettlementAsAdmin, takeSettlementStep, takeSettlementStepAsUser } from '#contract/settlement/settlement.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { openForAuction } from '#server/settlement/open-settlements.ts';
import { settleDueDates } from '#server/settlement/settlement-timer.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import type { SignedIn, World } from '#testing/world/world.ts';

type Sides = { readonly buyer: SignedIn; readonly seller: SignedIn; readonly quantity: number };

/** Opens the settlement of a new award of RECs of MY.Hydro.2020 at 10.00 each. Returns its id. */
export async function aSettlement({ database: { db } }: World, { buyer, seller, quantity }: Sides): Promise<string> {
  const { account } = await aHolding(db, { holder: buyer, seller, quantity });
  const award = await db
    .selectFrom('award')
    .select('auction_id')
    .where('id', '=', account.sourceId)
    .executeTakeFirstOrThrow();
  await openForAuction(db, award.auction_id, 'USD');
  const { id } = await db
    .selectFrom('settlement')
    .select('id')
    .where('award_id', '=', account.sourceId)
    .executeTakeFirstOrThrow();
  return id;
}

type Step = Partial<BodyOf<typeof takeSettlementStep>> & Pick<BodyOf<typeof takeSettlementStep>, 'step'>;

/** Takes a step of a settlement with its present version. */
export async function takeStepOf(
  w: World,
  { admin }: { readonly admin: SignedIn },
  who: SignedIn,
  id: string,
  step: Step,
) {
  const params = { id };
  const { data } = await w.call(admin, getSettlementAsAdmin, { params });
  const none = { amount: null, quantity: null, reference: '', remark: '', evidenceIds: [] };
  return w.call(who, who === admin ? takeSettlementStep : takeSettlementStepAsUser, {
    params,
    body: { ...none, version: data.version, ...step },
  });
}

/** Returns a function that takes a step of a settlement with its present version. Throws if the step is refused. */
export const stepTaker =
  (w: World, admin: SignedIn) =>
  async (who: SignedIn, id: string, step: Step): Promise<void> => {
    const { code } = await takeStepOf(w, { admin }, who, id, step);
    if (code !== 'Success') throw new Error(`${step.step} was refused: ${code}`);
  };

/** Takes the steps and sends the reminders that are due. Throws if anything fails. */
export const checkDueDates = ({ database: { db } }: World): Promise<void> =>
  settleDueDates({
    db,
    publicUrl: 'https://greenlot.example',
    failed: (error) => {
      throw error;
    },
  });
