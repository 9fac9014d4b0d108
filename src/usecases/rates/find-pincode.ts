import type { PincodeDirectory, PincodeEntry } from '../../domain/pincodes/pincode-directory.ts';
import { notFound } from '../../problems/problem.ts';

/** City, district and state of a pincode. @throws Problem `not_found` */
export function findPincode(directory: PincodeDirectory, pincode: string): PincodeEntry {
  const entry = directory.find(pincode);
  if (entry === null) throw notFound('Pincode');
  return entry;
}
