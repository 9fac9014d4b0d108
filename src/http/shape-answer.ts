import { type TUnsafe, Type } from 'typebox';
import { type ApiValues, answerSchema, type Shape, type ShapeFields } from '../resources/shape.ts';

type Properties<R extends ShapeFields> = {
  [Name in keyof ApiValues<R>]: TUnsafe<ApiValues<R>[Name]>;
};

/** The schemas of a shape's fields in an answer, by their API names. */
export function answerProperties<R extends ShapeFields>(of: Shape<R>): Properties<R> {
  return answerSchema(of).properties as Properties<R>;
}

/** The schema of a shape that is a part of an answer. */
export function answerPart<R extends ShapeFields>(of: Shape<R>, title: string): TUnsafe<ApiValues<R>> {
  return Type.Unsafe<ApiValues<R>>(answerSchema(of, title));
}
