/** A value that the columns cannot hold exactly: whoever keeps them does without. */
export class DoesNotFit extends Error {
  override readonly name = 'DoesNotFit';
}
