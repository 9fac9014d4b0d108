import { expect, it } from 'vitest';
import { NamedSchemas } from './named-schemas.ts';

const zone = { title: 'Zone', type: 'string', enum: ['a', 'b'] };

it('collects schemas with a title at any depth', () => {
  const named = new NamedSchemas();
  const shipment = {
    title: 'Shipment',
    type: 'object',
    properties: {
      title: { type: 'string' },
      zone,
      zones: { type: 'array', items: zone },
      at: { anyOf: [zone, {}] },
    },
  };
  const ref = { $ref: '#/components/schemas/Zone' };
  expect(named.referTo({ type: 'array', items: shipment })).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Shipment' },
  });
  expect(named.schemas.Shipment?.properties).toEqual({
    title: { type: 'string' },
    zone: ref,
    zones: { type: 'array', items: ref },
    at: { anyOf: [ref, {}] },
  });
  expect(named.schemas.Zone).toEqual({ type: 'string', enum: ['a', 'b'] });
});

it('refuses one name for two schemas', () => {
  const named = new NamedSchemas();
  named.referTo(zone);
  expect(() => named.referTo({ ...zone, enum: ['c'] })).toThrow('two schemas are called Zone');
});
