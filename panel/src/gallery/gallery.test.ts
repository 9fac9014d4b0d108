import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PANEL = join(import.meta.dirname, '..');
const PARTS = join(PANEL, 'parts');
const GALLERY = readFileSync(join(PANEL, 'gallery/gallery.tsx'), 'utf8');
const DOCS = readFileSync(join(PANEL, '../../docs/reference/panel-components.md'), 'utf8');

/** The components that the parts of several pages export, with the text of their file. */
const COMPONENTS = readdirSync(PARTS)
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const text = readFileSync(join(PARTS, file), 'utf8');
    return [...text.matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name = '']) => ({ name, text }));
  });

const uses = (text: string, name: string) => new RegExp(`<${name}[\\s<>/]`).test(text);

it('shows every shared component, alone or inside another', () => {
  const shown = new Set<string>();
  let texts = [GALLERY, readFileSync(join(PANEL, 'gallery/main.tsx'), 'utf8')];
  while (texts.length > 0) {
    const found = COMPONENTS.filter(({ name }) => !shown.has(name) && texts.some((text) => uses(text, name)));
    for (const { name } of found) shown.add(name);
    texts = found.map(({ text }) => text);
  }
  expect(COMPONENTS.length).toBeGreaterThan(20);
  expect(COMPONENTS.filter(({ name }) => !shown.has(name)).map(({ name }) => name)).toEqual([]);
});

it('has each of its groups in the documentation', () => {
  const titles = [...GALLERY.matchAll(/^ {2,4}(?:\{ )?title: '([^']+)'/gm)].map(([, title = '']) => title);
  const pictured = [...DOCS.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(titles.length).toBeGreaterThan(5);
  expect(pictured).toEqual(titles);
});
