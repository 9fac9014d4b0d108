import { describe, expect, it } from 'vitest';
import { dataJson, sampleRows } from '../../test/support/rates.ts';
import { StartupError } from '../problems/startup-error.ts';
import { SAMPLE_CARRIERS } from './sample-carriers.ts';
import { sampleBookRows } from './sample-rate-book.ts';

interface RatesFile {
  platform_fee: number;
  services: Record<string, unknown>[];
}

const file = dataJson('rates.json') as RatesFile;
const service = (changes: Record<string, unknown>) => ({
  ...file,
  services: [{ ...file.services[0], ...changes }],
});

describe('the sample rate book', () => {
  it('has all services of the shipped file, with ids and names that never change', () => {
    expect(sampleRows().carriers.map(({ id, name }) => `${id} ${name}`)).toEqual([
      'k4tq9m2x Titlipath Lite 250 g',
      'h7vd3r8c Morpankhi Surface 500 g',
      'w2nz6j5b Pavanteer Air 500 g',
      'p9fg4y7s Ghodavan Surface 1 kg',
      'd3mx8k6t Banjarrow Surface 2 kg',
      'r6cb2w9h Oontgadi Surface 5 kg',
      'z8jq5n3v Gajavahini Heavy 10 kg',
      'b5ys7d4g Airavatta Heavy 20 kg',
    ]);
    expect(file.services.map(({ id }) => id)).toEqual(Object.keys(SAMPLE_CARRIERS));
  });

  it('has amounts in paise, weights in grams and shares in millionths', () => {
    const { rateCards, carriers, platformFeePaise } = sampleRows();
    expect(platformFeePaise).toBe(500);
    expect(rateCards[0]).toEqual({
      carrierId: 'k4tq9m2x',
      firstSlabGrams: 250,
      furtherSlabGrams: 250,
      forward: { first: [2600, 3000, 3200, 3400, 4400], further: [600, 800, 1100, 1200, 1800] },
      codFlatPaise: 3000,
      codShare: 15_000,
      rto: { factor: 900_000 },
      reverse: { first: [3600, 4200, 4600, 5000, 6400], further: [700, 900, 1300, 1400, 2100] },
      qcFeePaise: 1500,
    });
    expect(carriers[2]).toMatchObject({
      serviceLevel: 'express',
      mode: 'air',
      isFast: true,
      maxWeightGrams: 5000,
      codLimitPaise: 5_000_000,
      cutoffMinute: 840,
      transitDays: [1, 3, 2, 4, 6],
    });
    expect(rateCards[2]).toMatchObject({ reverse: null, qcFeePaise: null });
    expect(rateCards[6]).toMatchObject({ qcFeePaise: null });
    expect(rateCards[6]?.reverse).not.toBeNull();
  });

  it.each([
    [{}, '"services" must be a list'],
    [service({ id: 'other' }), '"other" is none of the sample services'],
    [service({ max_g: 0.5 }), 'lite_surface_250g.max_g must be a whole number'],
    [service({ base: { A: 1 } }), 'lite_surface_250g.base.B must be an amount in rupees'],
    [
      service({ cod: { flat: -1, percent: 1, max_value: 1 } }),
      'lite_surface_250g.cod.flat must be an amount',
    ],
    [
      service({ cod: { flat: 1, percent: 'x', max_value: 1 } }),
      'lite_surface_250g.cod.percent must be a number',
    ],
    [service({ rto_factor: null }), 'lite_surface_250g.rto_factor must be a number'],
    [service({ tat_days: null }), 'lite_surface_250g.tat_days must be an object'],
    [{ ...file, platform_fee: 'free' }, 'platform_fee must be an amount in rupees'],
  ])('is rejected in one sentence: %#', (content, sentence) => {
    expect(() => sampleBookRows(content)).toThrow(StartupError);
    expect(() => sampleBookRows(content)).toThrow(sentence);
  });
});
