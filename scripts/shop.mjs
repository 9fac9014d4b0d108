// npm run shop -- vendure|medusa [order [<payment method>]]: a real shop for trying, or an order in it.
import './node-version.mjs';

import('./commands/try-shop.mjs').then(({ tryShop }) => tryShop(process.argv.slice(2)));
