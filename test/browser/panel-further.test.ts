import { afterAll, beforeAll } from 'vitest';
import { testFigures } from './panel/figures.ts';
import { type Ground, lay } from './panel/ground.ts';
import { testPages } from './panel/pages.ts';
import { testReturns } from './panel/returns.ts';
import { testSharing } from './panel/sharing.ts';
import { testStates } from './panel/states.ts';
import { testToday } from './panel/today.ts';

// Beside panel.test.ts, as long as it and with a service of its own: what counts is not moved by what is made there.
let ground: Ground;
beforeAll(async () => {
  ground = await lay();
});
afterAll(() => ground?.stop());

testFigures(() => ground);
testPages(() => ground);
testStates(() => ground);
testSharing(() => ground);
testReturns(() => ground);
testToday(() => ground);
