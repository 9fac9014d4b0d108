import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler';

/**
 * For Fastify's `compilersFactory`: an answer's serializer is compiled when the first such answer is written. All of
 * them at the start took two thirds of the time that it takes to build the service, and most are never needed.
 */
export function serializersWhenNeeded(): SerializerFactory {
  const factory = SerializerSelector();
  return (sharedSchemas, options) => {
    const compile = factory(sharedSchemas, options);
    return (answer) => {
      let serialize: Serializer | undefined;
      return (value) => {
        serialize ??= compile(answer);
        return serialize(value);
      };
    };
  };
}
