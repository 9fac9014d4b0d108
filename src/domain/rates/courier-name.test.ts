import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { courierNameOf } from './courier-name.ts';

describe('the name of the courier', () => {
  it.each([
    ['Titlipath Lite 250 g', 'Titlipath'],
    ['Morpankhi Surface 500 g', 'Morpankhi'],
    ['Delhivery Surface (500g)', 'Delhivery'],
    ['Blue Dart Air', 'Blue Dart'],
    ['Xpressbees Surface 0.5 kg', 'Xpressbees'],
    ['DTDC', 'DTDC'],
    ['Air Express', 'Air Express'],
    ['Day Day Parcel 5kg', 'Day Day Parcel'],
    ['', ''],
  ])('in "%s" is "%s"', (name, courier) => {
    expect(courierNameOf(name)).toBe(courier);
  });

  it('is the beginning of the carrier’s name, and is found in itself', () => {
    const word = fc.constantFrom('Titlipath', 'Air', 'Lite', '500', 'g', 'Dart', '(', '-');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const name = words.join(' ');
        const courier = courierNameOf(name);
        expect(name.startsWith(courier)).toBe(true);
        expect(courierNameOf(courier)).toBe(courier);
      }),
    );
  });
});
