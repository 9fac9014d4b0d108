import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paletteOf } from '../../domain/brand-color.ts';
import { brandStyles, PAGE_STYLES, pagePolicy } from './page-styles.ts';

/** Returns the colours of a `:root` rule, indexed by name, as red, green and blue from 0 to 255. */
function coloursOf(rule: string): Map<string, number[]> {
  return new Map(
    [...rule.matchAll(/--(\w+):#([0-9a-f]{3,6})/g)].map(([, name = '', hex = '']) => {
      const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
      return [name, (digits.match(/../g) ?? []).map((part) => Number.parseInt(part, 16))];
    }),
  );
}

/** Returns the relative luminance of WCAG 2. */
function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const RULES = [...PAGE_STYLES.matchAll(/:root\{[^}]*\}/g)].map(([rule]) => coloursOf(rule));

describe('the colours of the pages', () => {
  it('are set for light, dark and print', () => {
    expect(RULES).toHaveLength(3);
    for (const colours of RULES) expect([...colours.keys()]).toEqual([...(RULES[0]?.keys() ?? [])]);
  });

  it('have a contrast of at least 4.5 to 1 for all texts', () => {
    for (const colours of RULES) {
      for (const text of ['text', 'quiet']) {
        for (const ground of ['ground', 'card']) {
          const ratio = contrast(colours.get(text) ?? [], colours.get(ground) ?? []);
          expect([text, ground, ratio > 4.5]).toEqual([text, ground, true]);
        }
      }
      for (const shape of ['well', 'attention', 'bad', 'accent']) {
        const ratio = contrast(colours.get(shape) ?? [], colours.get('card') ?? []);
        expect([shape, ratio > 4.5]).toEqual([shape, true]);
      }
      expect(contrast(colours.get('onfill') ?? [], colours.get('fill') ?? [])).toBeGreaterThan(4.5);
    }
  });

  it('are those of the brand on screens and not in print, and the policy allows them', () => {
    const palette = paletteOf('#D0242C');
    const styles = brandStyles(palette);
    expect(styles).toContain('--fill:#D0242C;--onfill:#FFFFFF');
    expect(styles).not.toMatch(/(^|\})[^@]*:root/);
    const [ours = '', brands = ''] = [...pagePolicy(palette).matchAll(/'sha256-[^']+'/g)].map(
      ([hash]) => hash,
    );
    expect(pagePolicy(null)).toContain(ours);
    expect(pagePolicy(null)).not.toContain(brands);
    expect(brands).toBe(`'sha256-${createHash('sha256').update(styles).digest('base64')}'`);
  });
});

describe('the layout of the pages', () => {
  it('has one column unless the width in letters allows more', () => {
    const [narrow = '', wide = ''] = PAGE_STYLES.split('@container (min-width:28em)');
    expect(wide).not.toBe('');
    expect(narrow).toContain('container-type:inline-size');
    expect(narrow).not.toMatch(/nowrap|font:\d+px|\.steps\{[^}]*flex|dl\{[^}]*grid/);
    expect(PAGE_STYLES).not.toMatch(/max-width:[\d.]+(rem|em)\)/);
  });

  it('fills the circles of done steps by their border, which forced colours keep', () => {
    const size = /\.steps li::before\{[^}]*width:([\d.]+)rem/.exec(PAGE_STYLES)?.[1];
    const border = /\.done::before\{border-width:([\d.]+)rem/.exec(PAGE_STYLES)?.[1];
    expect(Number(border) * 2).toBe(Number(size));
    expect(PAGE_STYLES).not.toMatch(/\.done[^{]*\{[^}]*background/);
  });
});

describe('the policy of a page', () => {
  it.each([
    ['https://chai.example', ' https://chai.example'],
    ['https://Chai.example:8443/shop?a=b', ' https://chai.example:8443'],
    ['https://चाय.example/', ' https://xn--'],
  ])('lets the website %s have it in a frame', (siteUrl, allowed) => {
    expect(pagePolicy(null, [siteUrl])).toContain(`frame-ancestors 'self'${allowed}`);
  });

  it.each([null, 'https://a;script-src.example', "https://a,'none'.example", 'http://chai.example', 'chai'])(
    'lets no other site have it in a frame, nor adds a rule: %j',
    (siteUrl) => {
      expect(pagePolicy(null, [siteUrl, null])).toMatch(/; frame-ancestors 'self'$/);
    },
  );
});
