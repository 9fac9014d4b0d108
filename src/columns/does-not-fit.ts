/** The columns cannot store a value exactly. The account is then served from SQL. */
export class DoesNotFit extends Error {
  override readonly name = 'DoesNotFit';
}
