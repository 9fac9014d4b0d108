// Writes the API types that the panel is checked against, from the document that the service itself makes,
// without a database. Bundled and run by `npm run check`.
import { writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { buildAppToDescribe } from '../../src/app.ts';

const [file = ''] = process.argv.slice(2);
const app = await buildAppToDescribe('');
await app.ready();
const nodes = await openapiTypescript(JSON.stringify(app.swagger()), { defaultNonNullable: false });
writeFileSync(file, astToString(nodes));
// Nothing was opened, so nothing has to be closed.
process.exit(0);
