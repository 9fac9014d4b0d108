import { expect, onTestFinished, test } from 'vitest';
import { buildSerializers } from '../../src/http/plugins/response-serializers.ts';
import { startApp } from '../support/app.ts';

interface Operation {
  readonly responses?: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
}

/** Errors of a compiled serializer about the empty value that it gets. */
const OF_VALUE = /is required!$|does not match schema/;

test('compiles the serializer of every answer of the service', async () => {
  const service = await startApp();
  onTestFinished(() => service.stop());
  const { paths = {}, components } = service.app.swagger() as {
    paths?: Record<string, Record<string, Operation>>;
    components?: object;
  };
  const answers = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses = {} }) => Object.values(responses))
    .flatMap(({ content }) => content?.['application/json']?.schema ?? [])
    .map((schema) => JSON.stringify(schema));
  const distinct = [...new Set(answers)];
  const compile = buildSerializers({}, {});
  const failed = distinct.flatMap((text) => {
    const parts = text.includes('#/components/') ? { components } : {};
    const schema = { ...JSON.parse(text), ...parts };
    try {
      // The first value compiles the serializer.
      compile({ method: 'GET', url: '/', httpStatus: '200', schema })({});
      return [];
    } catch (error) {
      return OF_VALUE.test(String(error)) ? [] : [[text, error]];
    }
  });
  expect(distinct.length).toBeGreaterThan(100);
  expect(failed).toEqual([]);
});
