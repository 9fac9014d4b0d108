import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  loadSampleData,
  removeSampleData,
  type SampleData,
  showSampleData,
} from '../../../usecases/sample-data/sample-data.ts';
import { answer, operation } from '../../operation.ts';
import { orNull, Time } from '../../schemas.ts';

const SampleDataBody = Type.Object(
  {
    loaded_at: orNull(Time),
    orders: Type.Integer({ description: 'The sample orders that were loaded.', examples: [240] }),
  },
  { title: 'SampleData' },
);
const TheSampleData = Type.Object({ data: SampleDataBody });

const names = (description: string) =>
  Type.Array(Type.String({ examples: ['Okhla (sample)'] }), { description });
const Kept = Type.Object(
  {
    kept_stores: names('The names of sample stores that stay.'),
    kept_warehouses: names('The names of sample warehouses that stay.'),
  },
  { title: 'RemovedSampleData' },
);

function body(samples: SampleData | null): Static<typeof TheSampleData> {
  return {
    data: {
      loaded_at: samples?.loadedAt.toISOString() ?? null,
      orders: samples?.orderIds.length ?? 0,
    },
  };
}

export function addSampleData(api: FastifyInstance): void {
  api.get(
    '/sample-data',
    {
      schema: operation({
        operationId: 'getSampleData',
        tag: 'Orders',
        role: 'viewer',
        summary: 'Tell whether the account has sample data',
        description:
          'Sample data is made-up orders to try things out. While it is there, no courier is called.',
        answers: { 200: answer('`loaded_at` is null if there is none.', TheSampleData) },
      }),
    },
    async ({ account }) => body(await showSampleData(account)),
  );
  api.post(
    '/sample-data',
    {
      schema: operation({
        operationId: 'loadSampleData',
        tag: 'Orders',
        role: 'owner',
        summary: 'Load sample data',
        description:
          'Adds made-up orders of the last 30 days, with two warehouses and three stores, to try things out. No message and no request leaves the service for them. Refused if the account can use a courier, or has parcels at one. A repetition changes nothing.',
        answers: { 200: answer('The sample data.', TheSampleData) },
        problems: ['refused'],
      }),
    },
    async ({ account }) => body(await loadSampleData(account)),
  );
  api.delete(
    '/sample-data',
    {
      schema: operation({
        operationId: 'removeSampleData',
        tag: 'Orders',
        role: 'owner',
        summary: 'Remove the sample data',
        description:
          'Removes the sample orders with everything that was done with them, such as returns, notes and invoices. A sample store or warehouse stays if you changed it, or if another order uses it. Nothing else changes.',
        answers: { 200: answer('The stores and warehouses that stay.', Type.Object({ data: Kept })) },
      }),
    },
    async ({ account }) => {
      const { stores, warehouses } = await removeSampleData(account);
      return { data: { kept_stores: [...stores], kept_warehouses: [...warehouses] } };
    },
  );
}
