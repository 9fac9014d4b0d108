/** The encoding of an SMS: GSM with 7 bits, or 16 bits for each character if one is not in the GSM alphabet. */
export interface SmsSegments {
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** The number of segments that are billed. */
  readonly segments: number;
  /** As billed: an extended GSM letter counts as two, like a character outside the basic plane. */
  readonly characters: number;
}

/** GSM 03.38: the alphabet, and its extension, whose letters need an escape. */
const ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');

/** The characters of a single message, and of each part of a longer one, which needs a header. */
const GSM = { one: 160, each: 153 };
const UCS = { one: 70, each: 67 };

/** Computes into how many segments a text is split. */
export function smsSegments(text: string): SmsSegments {
  const letters = [...text];
  const isGsm = letters.every((letter) => ALPHABET.has(letter) || EXTENSION.has(letter));
  const sizes = letters.map((letter) => (isGsm ? (EXTENSION.has(letter) ? 2 : 1) : letter.length));
  const characters = sizes.reduce((sum, size) => sum + size, 0);
  const { one, each } = isGsm ? GSM : UCS;
  return {
    encoding: isGsm ? 'GSM-7' : 'UCS-2',
    segments: characters === 0 ? 0 : characters <= one ? 1 : segmentsOf(sizes, each),
    characters,
  };
}

/** No character is split: one that does not fit begins the next segment. */
function segmentsOf(sizes: readonly number[], each: number): number {
  let segments = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > each) {
      segments += 1;
      filled = 0;
    }
    filled += size;
  }
  return segments;
}
