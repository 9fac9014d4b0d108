import { expect, it } from 'vitest';
import { sampleInvoice } from '../../../test/support/sample-papers.ts';
import { dressOf } from '../a4/theme.ts';
import type { Mark } from '../layout/marks.ts';
import { layoutInvoice } from './invoice-layout.ts';

const DRESS = dressOf({ name: 'Kavi Handlooms', logo: null, color: null }, null);

function textsOf(marks: readonly Mark[]): string[] {
  return marks.flatMap((mark) =>
    mark.kind === 'text' ? [mark.line.pieces.map(({ text }) => text).join('')] : [],
  );
}

it('the last line, the total and the signature of an invoice are on one page, for any number of lines', () => {
  const [line] = sampleInvoice().invoice.lines;
  if (line === undefined) throw new Error('The sample has no goods');
  const pages = new Set<number>();
  for (let count = 1; count <= 60; count += 1) {
    const lines = Array.from({ length: count }, (_, at) => ({ ...line, sku: `LINE-${at + 1}-` }));
    const laid = layoutInvoice(sampleInvoice({ lines }).invoice, DRESS).map(textsOf);
    pages.add(laid.length);
    const last = laid.at(-1) ?? [];
    expect([count, last]).toEqual([
      count,
      expect.arrayContaining([`LINE-${count}-`, 'Total', 'Authorised signatory']),
    ]);
    // Every page with the head of the table also has lines of the table.
    for (const page of laid) expect(page.some((text) => text.startsWith('LINE-'))).toBe(true);
  }
  expect(pages.size).toBeGreaterThan(1);
});

it('the sum of an invoice is also written in words, for any sum', () => {
  const [line] = sampleInvoice().invoice.lines;
  if (line === undefined) throw new Error('The sample has no goods');
  const lines = [{ ...line, valuePaise: 99_99_99_999_99 }];
  const [page = []] = layoutInvoice(sampleInvoice({ lines }).invoice, DRESS);
  const texts = textsOf(page);
  const at = texts.indexOf('AMOUNT IN WORDS');
  expect(texts.slice(at + 1, at + 3).join(' ')).toBe(
    'Rupees Ninety-Nine Crore Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine and Ninety-Nine Paise Only',
  );
  expect(texts).toContain('Invoice value: Rs 99,99,99,999.99');
  expect(texts.filter((text) => text === '99,99,99,999.99')).toHaveLength(2);
});
