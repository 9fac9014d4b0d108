// `order.mjs <url> [cod|prepaid]`: orders something in the shop for trying, and prints the number of the order.
import process from 'node:process';
import { placeOrder } from './place-order.mjs';

const [url = '', method = 'cod'] = process.argv.slice(2);
const { code } = await placeOrder(url, { method });
process.stdout.write(`Ordered: ${code}\n`);
