// npm run pictures: what customers and packers see (`-- customers`), and the parts of the panel (`-- panel`),
// in docs/images and docs/reference.
import './node-version.mjs';

import('./commands/take-pictures.mjs').then(({ takePictures }) => takePictures());
