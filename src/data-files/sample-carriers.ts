/**
 * A courier of the sample rate book. The couriers are invented: no real courier has these names or prices.
 * Their ids never change.
 */
export interface SampleCarrier {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly isPrime: boolean;
}

export const SAMPLE_CARRIERS: Readonly<Record<string, SampleCarrier>> = {
  lite_surface_250g: {
    id: 'k4tq9m2x',
    name: 'Titlipath Lite 250 g',
    code: 'titlipath_lite_250g',
    isPrime: false,
  },
  std_surface_500g: {
    id: 'h7vd3r8c',
    name: 'Morpankhi Surface 500 g',
    code: 'morpankhi_surface_500g',
    isPrime: true,
  },
  express_air_500g: {
    id: 'w2nz6j5b',
    name: 'Pavanteer Air 500 g',
    code: 'pavanteer_air_500g',
    isPrime: true,
  },
  surface_1kg: {
    id: 'p9fg4y7s',
    name: 'Ghodavan Surface 1 kg',
    code: 'ghodavan_surface_1kg',
    isPrime: false,
  },
  surface_2kg: {
    id: 'd3mx8k6t',
    name: 'Banjarrow Surface 2 kg',
    code: 'banjarrow_surface_2kg',
    isPrime: false,
  },
  surface_5kg: {
    id: 'r6cb2w9h',
    name: 'Oontgadi Surface 5 kg',
    code: 'oontgadi_surface_5kg',
    isPrime: false,
  },
  heavy_10kg: {
    id: 'z8jq5n3v',
    name: 'Gajavahini Heavy 10 kg',
    code: 'gajavahini_heavy_10kg',
    isPrime: false,
  },
  heavy_20kg: { id: 'b5ys7d4g', name: 'Airavatta Heavy 20 kg', code: 'airavatta_heavy_20kg', isPrime: false },
};
