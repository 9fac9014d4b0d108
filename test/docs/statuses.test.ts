import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';

interface StatusWord {
  readonly status: string;
  readonly meaning: string;
  /** In webhooks and tracking, if it is another word. */
  readonly published?: string;
}

interface Words {
  readonly granular: Readonly<Record<string, StatusWord>>;
  readonly returns: Readonly<Record<string, StatusWord>>;
  readonly ndr_reasons: Readonly<Record<string, { readonly meaning: string }>>;
  readonly rto_reasons: Readonly<Record<string, string>>;
}

const BETWEEN = /(?<=<!-- words -->\n)[\s\S]*(?=<!-- \/words -->)/;

const table = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `\n## ${title}\n\n| ${heads.join(' | ')} |\n|${heads.map(() => '---').join('|')}|\n${rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`;

const statusTable = (title: string, words: Words['granular']) =>
  table(
    title,
    ['Granular status', 'Status in the list', 'In webhooks and tracking', 'Meaning'],
    Object.entries(words).map(([word, { status, published = word, meaning }]) => [
      `\`${word}\``,
      `\`${status}\``,
      published === word ? '' : `\`${published}\``,
      meaning,
    ]),
  );

const reasonTable = (title: string, words: Readonly<Record<string, string>>) =>
  table(
    title,
    ['Reason', 'Meaning'],
    Object.entries(words).map(([word, meaning]) => [`\`${word}\``, meaning]),
  );

it('docs/reference/statuses.md has all words', async () => {
  const { granular, returns, ndr_reasons, rto_reasons }: Words = JSON.parse(
    await readFile(join(PACKAGE_ROOT, 'data/statuses.json'), 'utf8'),
  );
  const meanings = Object.entries(ndr_reasons).map(([word, { meaning }]) => [word, meaning] as const);
  const tables = [
    statusTable('Shipments', granular),
    statusTable('Returns', returns),
    reasonTable('Reasons of failed deliveries', Object.fromEntries(meanings)),
    reasonTable('Reasons of returns to origin', rto_reasons),
  ];
  const page = join(PACKAGE_ROOT, 'docs/reference/statuses.md');
  const written = await readFile(page, 'utf8');
  await expect(written.replace(BETWEEN, () => `${tables.join('')}\n`)).toMatchFileSnapshot(page);
});
