import type { Place, Scene, Stage, Who } from '#testing/permissions/stage.ts';

export type Person = { readonly userId: string; readonly accountId: string };

/** Creates the requested object. For `barred` it belongs to the caller's own company; for all others it is the same. */
export type SetUp = (stage: Stage, place: Place, who: Who) => Promise<Scene>;

/** How an operation is sent, so that only the caller and the object can be a reason for a refusal. */
export type Row = {
  /** Undefined if no object is needed. */
  readonly setUp?: SetUp;
  readonly places?: readonly Place[];
  /** The scene's id for the path's `{id}`, if it is not `id`. */
  readonly id?: keyof Scene;
  /** Further ids in the path. At `mixed` these belong to another company. */
  readonly parts?: readonly (keyof Scene)[];
  /** Texts in the path that are not ids. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: (scene: Scene, person: Person) => string;
  readonly body?: (scene: Scene, person: Person, stage: Pick<Stage, 'people'>) => object;
  readonly form?: (stage: Pick<Stage, 'png'>) => FormData;
};

/** Rows by method and path. An operation sent under several circumstances has each of them after a dash. */
export type Rows = Readonly<Record<string, Row>>;
