import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const TOKENS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Both colours of a token: light and dark. */
function coloursOf(name: string): readonly [string, string] {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(TOKENS);
  if (found === null) throw new Error(`there is no colour --${name}`);
  return [found[1] ?? '', found[2] ?? ''];
}

/** The relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const TEXTS = ['text', 'quiet', 'accent', 'way', 'done', 'needs', 'bad'];
const GROUNDS = ['ground', 'raised', 'sunken'];
const PAIRS = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ['on-accent', 'accent'],
  ['accent', 'accent-soft'],
  ['text', 'accent-soft'],
  ['needs', 'needs-soft'],
  ['text', 'needs-soft'],
  ['bad', 'bad-soft'],
  ['text', 'bad-soft'],
] as const;

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the %s theme', (_theme, at) => {
  it.each(PAIRS)('has readable contrast of %s on %s', (text, ground) => {
    expect(contrast(coloursOf(text)[at], coloursOf(ground)[at])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GROUNDS)('has a visible edge of controls on %s', (ground) => {
    expect(contrast(coloursOf('edge')[at], coloursOf(ground)[at])).toBeGreaterThanOrEqual(3);
  });
});

it.each(['delhivery', 'ekart', 'shiprocket', 'blue-dart', 'shopify', 'woocommerce', 'medusa', 'vendure'])(
  'white letters on --%s are readable',
  (name) => {
    const colour = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(TOKENS)?.[1] ?? '';
    expect(contrast('#ffffff', colour)).toBeGreaterThanOrEqual(4.5);
  },
);

describe.each(
  readdirSync(import.meta.dirname).filter((file) => file.endsWith('.css') && file !== 'tokens.css'),
)('%s', (file) => {
  const styles = readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(/url\("[^"]*"\)/g, '');

  it.each([
    ['colour', /#[0-9a-f]{3,8}\b|(?:rgb|hsl|oklch)\(|light-dark\(/gi],
    ['text size in pixels', /font-size: [\d.]+(?:px|rem)/g],
    ['radius', /border-radius: [^;]*[\d.]+px/g],
    ['shadow', /box-shadow: 0 [^;]*/g],
  ])('has no %s of its own', (_what, pattern) => {
    expect(styles.match(pattern) ?? []).toEqual([]);
  });
});
