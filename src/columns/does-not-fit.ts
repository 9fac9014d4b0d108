/** A value that the columns cannot store exactly. The account is then served from SQL. */
export class DoesNotFit extends Error {
  override readonly name = 'DoesNotFit';
}
