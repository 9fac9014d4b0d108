import { expect, it } from 'vitest';
import { failedSentences } from './failed-sentences.ts';

const rows = (...results: [result: string, message: string][]) =>
  `\uFEFF${['shipment_id,result,message', ...results.map(([result, message], at) => `${at},${result},"${message}"`)].join('\r\n')}\r\n`;

it('are of the rows that failed, each once', () => {
  const csv = rows(['failed', 'One,\ntwo'], ['done', ''], ['failed', 'नहीं'], ['failed', 'One,\ntwo']);
  expect(failedSentences(csv, 6)).toEqual(['One,\ntwo', 'नहीं']);
  expect(failedSentences(rows(['done', '']), 6)).toEqual([]);
});

it('are the first so many of a long file', () => {
  const many = Array.from({ length: 5_000 }, (_, at): [string, string] => ['failed', `Reason ${at}`]);
  expect(failedSentences(rows(...many), 3)).toEqual(['Reason 0', 'Reason 1', 'Reason 2']);
});
