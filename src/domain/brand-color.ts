/** The colour of a store: `#1D5FD1`, in upper case. */
export type HexColor = string;

/** The colours used for a brand. Each pair of text and background has a contrast of at least 4.5 to 1. */
export interface BrandPalette {
  /** A surface in the brand's colour, and the text on it: black or white, whichever is easier to read. */
  readonly fill: HexColor;
  readonly onFill: HexColor;
  /** The brand's colour for text and lines on a light background, darkened if necessary. */
  readonly onLight: HexColor;
  /** The brand's colour for text and lines on a dark background, lightened if necessary. */
  readonly onDark: HexColor;
}

/** WCAG 2.2, success criterion 1.4.3. */
export const LEAST_CONTRAST = 4.5;

/** The darkest light background and the lightest dark background of pages and emails. */
const LIGHT_GROUND = '#F2F4F6';
const DARK_GROUND = '#202327';
const BLACK = '#000000';
const WHITE = '#FFFFFF';
const STEPS = 50;

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Returns `#CC3333` for `#c33` or `#CC3333` in any letter case; undefined for anything else. */
export function readColor(text: string): HexColor | undefined {
  const trimmed = text.trim();
  if (!HEX.test(trimmed)) return undefined;
  const digits = trimmed.slice(1).toUpperCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: HexColor, other: HexColor): number {
  return contrastOf(luminanceOf(...channelsOf(one)), luminanceOf(...channelsOf(other)));
}

function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Derives the palette from a brand's colour, so that it is readable everywhere. */
export function paletteOf(color: HexColor): BrandPalette {
  return {
    fill: color,
    onFill: contrast(WHITE, color) >= LEAST_CONTRAST ? WHITE : betterOf(color),
    onLight: towards(BLACK, color, LIGHT_GROUND),
    onDark: towards(WHITE, color, DARK_GROUND),
  };
}

/** Returns black or white, whichever is easier to read: the better contrast is always at least 4.5 to 1. */
function betterOf(ground: HexColor): HexColor {
  return contrast(WHITE, ground) >= contrast(BLACK, ground) ? WHITE : BLACK;
}

/** Moves a colour towards `end` (black or white) until it is readable on the background. */
function towards(end: HexColor, color: HexColor, ground: HexColor): HexColor {
  const [red, green, blue] = channelsOf(color);
  const [endRed, endGreen, endBlue] = channelsOf(end);
  const behind = luminanceOf(...channelsOf(ground));
  for (let step = 0; step < STEPS; step += 1) {
    const share = step / STEPS;
    const mixed: Channels = [mix(red, endRed, share), mix(green, endGreen, share), mix(blue, endBlue, share)];
    if (contrastOf(luminanceOf(...mixed), behind) >= LEAST_CONTRAST) return hexOf(mixed);
  }
  return end;
}

function mix(from: number, to: number, share: number): number {
  return Math.round(from + (to - from) * share);
}

/** The linear light of each channel value, precomputed because every page needs some hundreds of them. */
const LIGHT = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** The relative luminance of WCAG 2.2. */
function luminanceOf(red: number, green: number, blue: number): number {
  return 0.2126 * (LIGHT[red] ?? 0) + 0.7152 * (LIGHT[green] ?? 0) + 0.0722 * (LIGHT[blue] ?? 0);
}

/** Red, green and blue, 0 to 255. */
type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(color: HexColor): Channels {
  const all = Number.parseInt(color.slice(1), 16);
  return [all >> 16, (all >> 8) & 255, all & 255];
}

function hexOf(channels: readonly number[]): HexColor {
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

export interface LogoLook {
  /** The main colour; null for black, white or grey. */
  readonly color: HexColor | null;
  /** Tells whether the logo is light on a transparent background and needs a dark background. */
  readonly isLight: boolean;
}

/** @param pixels red, green, blue and alpha of each pixel, 0 to 255 */
export function measureLogo(pixels: Uint8Array): LogoLook {
  return { color: dominantColor(pixels), isLight: isDrawnLight(pixels) };
}

/** A logo with at least this share of transparent pixels has a transparent background. */
const LEAST_EMPTY = 0.1;
/** The least share of drawn pixels that would be invisible on white. */
const LEAST_LIGHT = 0.9;
/** A pixel with at least this luminance does not stand out from white: less than 1.6 to 1. */
const LIGHT_LUMINANCE = 0.6;

function isDrawnLight(pixels: Uint8Array): boolean {
  let drawn = 0;
  let light = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < LEAST_ALPHA) continue;
    drawn += 1;
    if (luminanceOf(red, green, blue) > LIGHT_LUMINANCE) light += 1;
  }
  const all = pixels.length / 4;
  return drawn > 0 && all - drawn >= all * LEAST_EMPTY && light >= drawn * LEAST_LIGHT;
}

/** Paler pixels are paper, ink or antialiased edges, and say nothing about the brand. */
const LEAST_CHROMA = 40;
const LEAST_ALPHA = 128;
/** The least share of coloured pixels. A smaller share is only a detail, such as a dot on a black letter. */
const LEAST_SHARE = 0.02;
/** Pixels are counted by hue, in sixteen sectors. */
const HUES = 16;

/**
 * The main colour of a picture: the mean of the pixels of its strongest hue, weighted by their chroma. Null
 * for a black, white, grey or empty picture.
 *
 * @param pixels red, green, blue and alpha of each pixel, 0 to 255
 */
function dominantColor(pixels: Uint8Array): HexColor | null {
  const hues = Array.from({ length: HUES }, () => ({ weight: 0, red: 0, green: 0, blue: 0 }));
  let drawn = 0;
  let colored = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < LEAST_ALPHA) continue;
    drawn += 1;
    const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
    if (chroma < LEAST_CHROMA) continue;
    colored += 1;
    const hue = hues[Math.round(hueOf(red, green, blue, chroma) * HUES) % HUES];
    if (hue === undefined) continue;
    hue.weight += chroma;
    hue.red += red * chroma;
    hue.green += green * chroma;
    hue.blue += blue * chroma;
  }
  if (colored < drawn * LEAST_SHARE || colored === 0) return null;
  const strongest = hues.reduce((best, hue) => (hue.weight > best.weight ? hue : best));
  const { weight, red, green, blue } = strongest;
  return hexOf([red, green, blue].map((sum) => Math.round(sum / weight)));
}

/** Returns the hue from 0 to 1 around the colour circle: red, green, blue, and red again. */
function hueOf(red: number, green: number, blue: number, chroma: number): number {
  const sixth =
    red >= green && red >= blue
      ? (green - blue) / chroma
      : green >= blue
        ? 2 + (blue - red) / chroma
        : 4 + (red - green) / chroma;
  return (((sixth / 6) % 1) + 1) % 1;
}
