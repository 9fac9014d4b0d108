import { afterAll, beforeAll } from 'vitest';
import { testCamera } from './panel/camera.ts';
import { testFigures } from './panel/figures.ts';
import { type Ground, lay } from './panel/ground.ts';
import { testHandover } from './panel/handover.ts';
import { testMoney } from './panel/money.ts';
import { testPages } from './panel/pages.ts';
import { testReturns } from './panel/returns.ts';
import { testSharing } from './panel/sharing.ts';
import { testStates } from './panel/states.ts';
import { testToday } from './panel/today.ts';

// A second file next to panel.test.ts with a service of its own, so that its changes do not affect the
// other's counts.
let ground: Ground;
beforeAll(async () => {
  ground = await lay();
});
afterAll(() => ground?.stop());

testFigures(() => ground);
testMoney(() => ground);
testPages(() => ground);
testStates(() => ground);
testSharing(() => ground);
testReturns(() => ground);
testToday(() => ground);
testHandover(() => ground);
testCamera(() => ground);
