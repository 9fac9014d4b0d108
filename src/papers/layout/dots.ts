/**
 * Labels are laid out in the dots of a 203 dpi thermal printer (8 dots per millimetre): 4 x 6 inch are 812 x
 * 1218 dots. So bars and lines are exactly on dots, both in ZPL and in a PDF printed without scaling.
 */
export const LABEL_WIDTH = 812;
export const LABEL_HEIGHT = 1218;

/** A4, 210 x 297 mm. */
export const A4_WIDTH = 1680;
export const A4_HEIGHT = 2376;

/** The number of PDF points (1/72 inch) in a dot. */
export const POINTS_PER_DOT = 72 / 203.2;

/** Pages in points: 4 x 6 inch, and A4. */
export const LABEL_PAGE = [288, 432] as const;
export const A4_PAGE = [595.28, 841.89] as const;

/** The thickness of the line between parts of the label, and the padding inside a part. */
export const RULE = 3;
export const PADDING = 14;
