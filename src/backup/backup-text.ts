const NEWLINE = Buffer.from('\n');
/** `END_OF_ROWS` with the line end before it. */
const TERMINATOR = Buffer.from('\n\\.\n');
/** The length limit of a line, far above the header of a database with thousands of columns. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** Splits a text into lines and rows while it streams. */
export class BackupText {
  private readonly parts: AsyncIterator<Buffer>;
  private pending: Buffer = Buffer.alloc(0);

  constructor(text: AsyncIterable<Buffer>) {
    this.parts = text[Symbol.asyncIterator]();
  }

  /** Reads a line, without its line end; null if the text ends before the line does, or if it is too long. */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.pending.indexOf(NEWLINE);
      if (end >= 0) {
        const line = this.pending.toString('utf8', 0, end);
        this.pending = this.pending.subarray(end + 1);
        return line;
      }
      const part = await this.next();
      if (!part || this.pending.length > LONGEST_LINE) return null;
      this.pending = Buffer.concat([this.pending, part]);
    }
  }

  /**
   * Reads the rows up to the end of the section, in pieces of any size.
   *
   * @param endsEarly makes the error for a text that ends before the section does
   */
  async *rows(endsEarly: () => Error): AsyncGenerator<Buffer> {
    // The line end before the rows belongs to the terminator, not to the rows.
    let known = NEWLINE.length;
    let seen = Buffer.concat([NEWLINE, this.pending]);
    for (;;) {
      const end = seen.indexOf(TERMINATOR);
      if (end >= 0) {
        this.pending = seen.subarray(end + TERMINATOR.length);
        if (end + 1 > known) yield seen.subarray(known, end + 1);
        return;
      }
      const undecided = Math.max(known, seen.length - (TERMINATOR.length - 1));
      if (undecided > known) {
        yield seen.subarray(known, undecided);
        seen = seen.subarray(undecided);
        known = 0;
      }
      const part = await this.next();
      if (!part) throw endsEarly();
      seen = Buffer.concat([seen, part]);
    }
  }

  private async next(): Promise<Buffer | null> {
    const { done, value } = await this.parts.next();
    return done ? null : value;
  }
}
