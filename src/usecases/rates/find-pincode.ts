import { notFound } from '../../domain/errors.ts';
import type { PincodeDirectory, PincodeEntry } from '../../domain/pincodes/pincode-directory.ts';

/** City, district and state of a pincode. @throws Problem `not_found` */
export function findPincode(directory: PincodeDirectory, pincode: string): PincodeEntry {
  const entry = directory.find(pincode);
  if (entry === null) throw notFound('Pincode');
  return entry;
}
