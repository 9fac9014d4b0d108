import type { StandInDependencies } from '../../stand-in/start-stand-in.ts';
import { DelhiveryStandIn } from './delhivery-stand-in.ts';

export { STAND_IN_SETTINGS as settings } from './settings.ts';

export function open(dependencies: StandInDependencies): DelhiveryStandIn {
  return new DelhiveryStandIn(dependencies);
}
