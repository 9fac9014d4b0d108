/** Asks for the next value while its reader works with the one before. */
export async function* ahead<T>(
  values: AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  let next = values.next();
  try {
    for (;;) {
      const one = await next;
      if (one.done === true) return;
      next = values.next();
      // The error is thrown when the value is asked for.
      next.catch(() => undefined);
      yield one.value;
    }
  } finally {
    await values.return();
  }
}
