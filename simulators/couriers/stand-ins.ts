import type { StandInClass } from '../kit/start-stand-in.ts';

/** The stand-in of each courier, by the courier's name in the API. It is loaded only when it is started. */
export const STAND_INS: Readonly<Record<string, () => Promise<StandInClass>>> = {
  delhivery: async () => (await import('./delhivery/delhivery-stand-in.ts')).DelhiveryStandIn,
  ekart: async () => (await import('./ekart/ekart-stand-in.ts')).EkartStandIn,
  shiprocket: async () => (await import('./shiprocket/shiprocket-stand-in.ts')).ShiprocketStandIn,
  blue_dart: async () => (await import('./blue-dart/blue-dart-stand-in.ts')).BlueDartStandIn,
};
