// node scripts/install-shop.mjs <shop>: installs a shop system into .cache, for tests, trials and plugins: `medusa` or `vendure`.
import './node-version.mjs';
import { reportFailure } from './commands/ready.mjs';
import { installShopServer } from './commands/shop-server.mjs';

await installShopServer(process.argv[2] ?? '').catch((error) => {
  process.exitCode = reportFailure(error);
});
