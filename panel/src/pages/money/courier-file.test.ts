import { expect, it } from 'vitest';
import { readCourierFile } from './courier-file.ts';

it.each([
  ['AWB No.,COD Amount,UTR\nND1,499,H1\nND2,10,H1\n', 'remittance', ['ND1', 'ND2']],
  ['\uFEFFOrder,Waybill Number,Charged Weight (kg),Freight\nA,ND1,1,50\n,,,\n', 'courier_invoice', ['ND1']],
  ['Tracking ID,Amount\nND1,1\nND1,2\nND3,1\nND4,1\nND5,1\n', 'remittance', ['ND1', 'ND3', 'ND4']],
  ['Number,Amount\nND1,1\n', 'remittance', []],
  ['Payments of November,,\n\nAWB,Amount,UTR\nND1,1,H1\n', 'remittance', ['ND1']],
])('recognises the kind and the first tracking numbers of %j', (text, kind, numbers) => {
  expect(readCourierFile(text)).toMatchObject({ kind, numbers });
});

it.each(['', 'PK\u0003\u0004'])('does not read %j as CSV', (text) =>
  expect(readCourierFile(text)).toBeNull(),
);
