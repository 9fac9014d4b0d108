/**
 * Labels are laid out in the dots of a 203 dpi thermal printer (8 dots to the millimetre): 4 x 6 inch
 * are 812 x 1218. So bars and rules stand on the dots that will be burnt, in ZPL and in a PDF printed
 * at its own size alike.
 */
export const LABEL_WIDTH = 812;
export const LABEL_HEIGHT = 1218;

/** A PDF's points (1/72 inch) in a dot. */
export const POINTS_PER_DOT = 72 / 203.2;

/** The thickness of a rule between parts of the label, and the room beside what stands in them. */
export const RULE = 3;
export const PADDING = 14;
