/** The encoding and size of an SMS: 7-bit GSM, or 16 bits per character if one is not in the GSM alphabet. */
export interface SmsSegments {
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** The number of segments that are billed. */
  readonly segments: number;
  /** The billed number: extended GSM letters and characters outside the basic plane count as two. */
  readonly characters: number;
}

/** GSM 03.38: the alphabet, and its extension. Letters of the extension need an escape. */
const ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');

/** The most characters of a single SMS, and of each part of a longer SMS, because a part needs a header. */
const GSM = { one: 160, each: 153 };
const UCS = { one: 70, each: 67 };

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

/** Counts segments. A character is never split: if it does not fit, it begins the next segment. */
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
