import { afterAll, beforeAll } from 'vitest';
import { testBulk } from './panel/bulk.ts';
import { testCamera } from './panel/camera.ts';
import { testCourierFiles } from './panel/courier-files.ts';
import { testCouriers } from './panel/couriers.ts';
import { testFigures } from './panel/figures.ts';
import { type Ground, lay } from './panel/ground.ts';
import { testHandover } from './panel/handover.ts';
import { testList } from './panel/list.ts';
import { testMoney } from './panel/money.ts';
import { testOrderFiles } from './panel/order-files.ts';
import { testOrders } from './panel/orders.ts';
import { testPages } from './panel/pages.ts';
import { takePictures } from './panel/pictures.ts';
import { testReturns } from './panel/returns.ts';
import { testRoles } from './panel/roles.ts';
import { testSession } from './panel/session.ts';
import { testSharing } from './panel/sharing.ts';
import { testShipments } from './panel/shipments.ts';
import { testShops } from './panel/shops.ts';
import { testStates } from './panel/states.ts';
import { testTasks } from './panel/tasks.ts';
import { testToday } from './panel/today.ts';
import { testTrackingPage } from './panel/tracking-page.ts';
import { testWork } from './panel/work.ts';

// One service, one database and one browser for all of them: making the demo data takes longer than most tests.
let ground: Ground;
beforeAll(async () => {
  ground = await lay({ data: 'demo' });
});
afterAll(() => ground?.stop());

const AREAS = [
  // These only read the demo data, or make an account of their own.
  ...[testSession, testFigures, testMoney, testPages, testTrackingPage, testHandover, testCamera, testShops],
  testOrderFiles,
  // These change it: each finds what the ones before it have left.
  ...[testShipments, testList, testOrders, testWork, testBulk, testRoles, testCouriers, testCourierFiles],
  ...[testStates, testSharing, testReturns, testToday, testTasks],
  ...(process.env.PICTURES ? [takePictures] : []),
];
for (const testArea of AREAS) testArea(() => ground);
