import { afterAll, beforeAll } from 'vitest';
import { testBulk } from './panel/bulk.ts';
import { testCourierFiles } from './panel/courier-files.ts';
import { testCouriers } from './panel/couriers.ts';
import { type Ground, lay } from './panel/ground.ts';
import { testList } from './panel/list.ts';
import { testOrders } from './panel/orders.ts';
import { takePictures } from './panel/pictures.ts';
import { testRoles } from './panel/roles.ts';
import { testSession } from './panel/session.ts';
import { testShipments } from './panel/shipments.ts';
import { testShops } from './panel/shops.ts';
import { testWork } from './panel/work.ts';

// One service, one database and one browser for the whole panel.
let ground: Ground;
beforeAll(async () => {
  ground = await lay();
});
afterAll(() => ground?.stop());

testSession(() => ground);
testShipments(() => ground);
testList(() => ground);
testOrders(() => ground);
testWork(() => ground);
testBulk(() => ground);
testRoles(() => ground);
testCouriers(() => ground);
testCourierFiles(() => ground);
testShops(() => ground);
if (process.env.PICTURES) takePictures(() => ground);
