// npm run pictures: what customers and packers see, in docs/images/customers and
// docs/reference/what-customers-see.md.
import './node-version.mjs';

import('./commands/take-pictures.mjs').then(({ takePictures }) => takePictures());
