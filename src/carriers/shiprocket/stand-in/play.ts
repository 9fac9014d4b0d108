import type { StandInDependencies } from '../../stand-in/start-stand-in.ts';
import { ShiprocketStandIn } from './shiprocket-stand-in.ts';

export { STAND_IN_SETTINGS as settings } from './settings.ts';

export function open(dependencies: StandInDependencies): ShiprocketStandIn {
  return new ShiprocketStandIn(dependencies);
}
