import type { Actor } from '../domain/actor.ts';
import { column, columns, type RowOf } from '../resources/columns.ts';

/** The columns that name who has made a row. */
export const ACTOR = columns({
  actorKind: column<Actor['kind']>(),
  actorId: column<string | null>(),
  actorName: column<string>(),
});

/** A row with its actor, instead of the columns that name it. */
export type WithActor<Row> = Omit<Row, keyof typeof ACTOR.fields> & { readonly actor: Actor };

export function withActor<Row extends RowOf<typeof ACTOR.fields>>(row: Row): WithActor<Row> {
  const { actorKind: kind, actorId: id, actorName: name, ...others } = row;
  return { ...others, actor: { kind, id, name } };
}
