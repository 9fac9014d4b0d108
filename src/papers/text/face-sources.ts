/** A font for a script, with a regular and a bold face. */
export interface FaceSource {
  readonly id: string;
  /** The start of the names of the font files in the package `@fontsource/<package>`. */
  readonly package: string;
  readonly subset: string;
  /** The code points for which this font is opened. */
  readonly blocks: readonly (readonly [number, number])[];
  /**
   * The room of a line above and below its baseline, in em. It is less than the font's own values, which
   * leave room for stacks that do not occur in addresses.
   */
  readonly above: number;
  readonly below: number;
}

const noto = (
  id: string,
  blocks: FaceSource['blocks'],
  above: number,
  below: number,
  source = { package: `noto-sans-${id}`, subset: id },
): FaceSource => ({ id, blocks, above, below, ...source });

/**
 * Noto Sans for all scripts, in the order in which a character is looked up. It has every script of India
 * that can be typed on a phone.
 */
export const FACE_SOURCES: readonly FaceSource[] = [
  noto(
    'latin',
    [
      [0x20, 0x24f],
      [0x2000, 0x22ff],
      [0xfffd, 0xfffd],
    ],
    0.93,
    0.25,
    {
      package: 'noto-sans',
      subset: 'latin',
    },
  ),
  noto(
    'devanagari',
    [
      [0x900, 0x97f],
      [0x1cd0, 0x1cff],
      [0xa8e0, 0xa8ff],
    ],
    0.9,
    0.38,
  ),
  noto('tamil', [[0xb80, 0xbff]], 0.9, 0.4),
  noto('bengali', [[0x980, 0x9ff]], 0.93, 0.38),
  noto('telugu', [[0xc00, 0xc7f]], 0.87, 0.48),
  noto('kannada', [[0xc80, 0xcff]], 0.81, 0.55),
  noto('malayalam', [[0xd00, 0xd7f]], 0.86, 0.38),
  noto('gujarati', [[0xa80, 0xaff]], 0.9, 0.38),
  noto('gurmukhi', [[0xa00, 0xa7f]], 0.9, 0.38),
  noto('oriya', [[0xb00, 0xb7f]], 0.98, 0.42),
  noto(
    'arabic',
    [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x8a0, 0x8ff],
      [0xfb50, 0xfdff],
      [0xfe70, 0xfefe],
    ],
    0.98,
    0.42,
  ),
  noto(
    'latin-ext',
    [
      [0x100, 0x2ff],
      [0x1d00, 0x1eff],
      [0x20a0, 0x20cf],
      [0x2c60, 0x2c7f],
      [0xa720, 0xa7ff],
    ],
    0.93,
    0.25,
    {
      package: 'noto-sans',
      subset: 'latin-ext',
    },
  ),
];
