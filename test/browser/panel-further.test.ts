import { afterAll, beforeAll } from 'vitest';
import { testFigures } from './panel/figures.ts';
import { type Ground, lay } from './panel/ground.ts';
import { testReturns } from './panel/returns.ts';
import { testSharing } from './panel/sharing.ts';

// Beside panel.test.ts, with a service of its own: what counts is not moved by what is made there.
let ground: Ground;
beforeAll(async () => {
  ground = await lay();
});
afterAll(() => ground?.stop());

testFigures(() => ground);
testSharing(() => ground);
testReturns(() => ground);
