import { normalized } from '../../domain/normalized.ts';
import { cleanText } from './clean-text.ts';
import { type Face, type FontWeight, openFace } from './face.ts';
import { FACE_SOURCES, type FaceSource } from './face-sources.ts';
import { WordMemory } from './word-memory.ts';

export interface Piece {
  readonly face: Face;
  readonly text: string;
}

/** A word is broken only if it does not fit into a line. It has several pieces if it mixes scripts. */
export interface Word {
  readonly pieces: readonly Piece[];
  /** In thousandths of the font size. */
  readonly width: number;
}

const REPLACEMENT = '\ufffd';
const ONLY_ASCII = /^[\x20-\x7e]*$/;
/** An emoji or a part of one. */
const PICTURE =
  /^(?:[\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20e3)$/u;
const PICTURES = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const JOINERS = /[\u200c\u200d]/g;
/** The length in UTF-16 units. Four consonants with a vowel and its signs have ten. */
const LONGEST_CLUSTER = 16;
const CLUSTER_CUT = /[\s\S]{1,8}/gu;
const clusters = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });

const measuredWords: Record<FontWeight, WordMemory<Word>> = {
  regular: new WordMemory((word) => measureWord(word, 'regular')),
  bold: new WordMemory((word) => measureWord(word, 'bold')),
};

/** Returns the cleaned words of a field, each in the faces that have its characters. */
export function wordsOf(text: string, weight: FontWeight): Word[] {
  return cleanText(text)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ word, measured: measuredWords[weight].of(word) }))
    .filter(({ word, measured }) => measured.pieces.length > 0 || !PICTURES.test(word))
    .map(({ measured }) => measured);
}

/**
 * Splits a word into the characters that a reader sees, each as a word. If one letter has very many marks, it
 * is cut at a length beyond any script, so that it is never wider than a line.
 */
export function splitIntoClusters(word: Word): Word[] {
  return word.pieces.flatMap(({ face, text }) =>
    clustersOf(text).map((cluster) => measured([{ face, text: cluster }])),
  );
}

function clustersOf(text: string): string[] {
  if (ONLY_ASCII.test(text)) return Array.from(text);
  return Array.from(clusters.segment(text), ({ segment }) => segment).flatMap((cluster) =>
    cluster.length <= LONGEST_CLUSTER ? [cluster] : (cluster.match(CLUSTER_CUT) ?? []),
  );
}

/** Joins words into one word, without spaces. */
export function joinWords(words: readonly Word[]): Word {
  const pieces: Piece[] = [];
  for (const word of words) appendPieces(pieces, word.pieces);
  return measured(pieces);
}

/** Appends pieces. If two adjacent pieces have the same face, they are joined and shaped together. */
export function appendPieces(pieces: Piece[], more: readonly Piece[]): void {
  for (const piece of more) {
    const last = pieces.at(-1);
    if (last?.face === piece.face)
      pieces[pieces.length - 1] = { face: last.face, text: last.text + piece.text };
    else pieces.push(piece);
  }
}

/** Returns the width of text in one face as it will be drawn, in thousandths of the font size. */
export function widthOf({ face, text }: Piece): number {
  let width = 0;
  for (const part of drawnParts(text)) width += face.shape(part).width;
  return width;
}

/** Splits text into words, each with the space after it: the unit that is shaped, measured and drawn. */
export function drawnParts(text: string): string[] {
  return text.split(/(?<= )/);
}

function measureWord(word: string, weight: FontWeight): Word {
  const latin = openFace(latinSource(), weight);
  if (ONLY_ASCII.test(word)) return measured([{ face: latin, text: word }]);
  const pieces: Piece[] = [];
  for (const { segment } of clusters.segment(word)) {
    appendPieces(pieces, piecesOfCluster(segment, pieces.at(-1)?.face, latin, weight));
  }
  return measured(pieces);
}

/**
 * Finds the faces for a character: the first face that has all of it; else a face for its plain form (`ﬁ` as
 * `fi`, `№` as `No`); else pieces, with one replacement mark for everything that no face has. An emoji is left out.
 */
function piecesOfCluster(
  cluster: string,
  before: Face | undefined,
  latin: Face,
  weight: FontWeight,
): readonly Piece[] {
  for (const form of [cluster, cluster.replace(JOINERS, ''), normalized(cluster, 'NFKC')]) {
    if (form === '') return [];
    const face = faceFor(form, before, weight);
    if (face) return [{ face, text: form }];
  }
  const pieces: Piece[] = [];
  for (const character of cluster.replace(JOINERS, '')) {
    const face = faceFor(character, before, weight);
    if (!face && PICTURE.test(character)) continue;
    const piece = face ? { face, text: character } : { face: latin, text: REPLACEMENT };
    if (piece.text !== REPLACEMENT || pieces.at(-1)?.text !== REPLACEMENT) pieces.push(piece);
  }
  return pieces;
}

/** Tries the face of the preceding text first, so that signs shared by scripts do not split a word. */
function faceFor(text: string, before: Face | undefined, weight: FontWeight): Face | undefined {
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  if (before && characters.every((character) => before.covers(character))) return before;
  for (const source of FACE_SOURCES) {
    if (!characters.some((character) => isInBlocks(character, source))) continue;
    const face = openFace(source, weight);
    if (characters.every((character) => face.covers(character))) return face;
  }
  return undefined;
}

function isInBlocks(character: number, { blocks }: FaceSource): boolean {
  return blocks.some(([first, last]) => character >= first && character <= last);
}

function latinSource(): FaceSource {
  const [latin] = FACE_SOURCES;
  if (!latin) throw new Error('no fonts are listed');
  return latin;
}

function measured(pieces: readonly Piece[]): Word {
  return { pieces, width: pieces.reduce((sum, piece) => sum + widthOf(piece), 0) };
}
