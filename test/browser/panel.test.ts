import { afterAll, beforeAll } from 'vitest';
import { type Ground, lay } from './panel/ground.ts';
import { testOrders } from './panel/orders.ts';
import { testPages } from './panel/pages.ts';
import { takePictures } from './panel/pictures.ts';
import { testSession } from './panel/session.ts';
import { testShipments } from './panel/shipments.ts';
import { testWork } from './panel/work.ts';

// One service, one database and one browser for all of the panel.
let ground: Ground;
beforeAll(async () => {
  ground = await lay();
  // Of the demo account: some seconds on a machine that does nothing else.
}, 180_000);
afterAll(() => ground?.stop());

testSession(() => ground);
testShipments(() => ground);
testPages(() => ground);
testOrders(() => ground);
testWork(() => ground);
if (process.env.PICTURES) takePictures(() => ground);
