import type { ManifestPage, ManifestRow } from '../../src/papers/manifests/manifest-page.ts';
import { sampleLabel } from './sample-label.ts';

/** A page of a manifest with these parcels, or with one typical parcel. */
export function sampleManifest(rows: readonly Partial<ManifestRow>[] = [{}]): ManifestPage {
  return {
    paper: 'manifest',
    brand: { name: 'Kavi Handlooms', logo: null, color: '#B3261E' },
    manifestId: '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d',
    carrierName: 'Pavan Express Surface 500 g',
    sender: sampleLabel().sender,
    day: Date.parse('2026-11-15T00:00:00+05:30'),
    parcels: rows.length,
    page: 1,
    pages: 1,
    firstRow: 1,
    rows: rows.map((row, index) => ({
      trackingNumber: `DKY0012345678${index}`,
      orderDisplayId: `#KH-${10_432 + index}`,
      receiver: 'Rajesh Kumar Sharma',
      place: 'New Delhi - 110077',
      weightGrams: 1250,
      codPaise: 129_900,
      ...row,
    })),
    madeAt: Date.parse('2026-11-15T05:00:00Z'),
  };
}
