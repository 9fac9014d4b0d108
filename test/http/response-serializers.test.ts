import { expect, onTestFinished, test, vi } from 'vitest';
import { ResponseSerializers } from '../../src/http/plugins/response-serializers.ts';
import { startApp } from '../support/app.ts';

test('the serializer of every answer of the service can be compiled', async () => {
  const compileNext = vi.spyOn(ResponseSerializers.prototype, 'compileNext');
  const service = await startApp();
  onTestFinished(async () => {
    compileNext.mockRestore();
    await service.stop();
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  await expect.poll(() => compileNext.mock.contexts.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const serializers = compileNext.mock.contexts[0] as ResponseSerializers;
  while (serializers.compileNext()) {
    // Each compiles one.
  }
  expect(compileNext.mock.calls.length).toBeGreaterThan(100);
  expect(compileNext.mock.results.filter(({ type }) => type === 'throw')).toEqual([]);
});
