import type { StandInDependencies } from '../../stand-in/start-stand-in.ts';
import { EkartStandIn } from './ekart-stand-in.ts';

export { STAND_IN_SETTINGS as settings } from './settings.ts';

export function open(dependencies: StandInDependencies): EkartStandIn {
  return new EkartStandIn(dependencies);
}
