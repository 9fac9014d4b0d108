/** Something that is wrong, in words for the operator. */
export interface Trouble {
  readonly sentence: string;
  readonly remedy: string;
}
