import type { Place, Scene, Stage, Who } from '#testing/permissions/stage.ts';

export type Person = { readonly userId: string; readonly accountId: string };

/** Makes what is asked for. `barred` asks for what its own company has; for all others it is the same. */
export type SetUp = (stage: Stage, place: Place, who: Who) => Promise<Scene>;

/** How an operation is asked, so that nothing but who asks, and for what, can be the reason of a refusal. */
export type Row = {
  /** Nothing to be made where none is named. */
  readonly setUp?: SetUp;
  readonly places?: readonly Place[];
  /** What the path's `{id}` is, where it isn't the id of the whole. */
  readonly id?: keyof Scene;
  /** What a path of parts names beside it: at `mixed` that is somebody else's. */
  readonly parts?: readonly (keyof Scene)[];
  /** Texts in the path that are no ids. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: (scene: Scene, person: Person) => string;
  readonly body?: (scene: Scene, person: Person, stage: Pick<Stage, 'people'>) => object;
  readonly form?: (stage: Pick<Stage, 'png'>) => FormData;
};

/** By method and path; what is asked under several circumstances has them behind a dash. */
export type Rows = Readonly<Record<string, Row>>;
