import type { StandInDependencies } from '../../stand-in/start-stand-in.ts';
import { BlueDartStandIn } from './blue-dart-stand-in.ts';

export { STAND_IN_SETTINGS as settings } from './settings.ts';

export function open(dependencies: StandInDependencies): BlueDartStandIn {
  return new BlueDartStandIn(dependencies);
}
