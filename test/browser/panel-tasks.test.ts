import { afterAll, beforeAll } from 'vitest';
import { type Ground, lay } from './panel/ground.ts';
import { testTasks } from './panel/tasks.ts';

// A service of its own: the tasks change what they find.
let ground: Ground;
beforeAll(async () => {
  ground = await lay();
});
afterAll(() => ground?.stop());
testTasks(() => ground);
