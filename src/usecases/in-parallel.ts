/**
 * Does the work for each item, with a limited number at once.
 *
 * @throws the first error, after all items were tried
 */
export async function inParallel<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const next = items.values();
  const failures: unknown[] = [];
  const workOn = async () => {
    for (const item of next) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, workOn));
  if (failures.length > 0) throw failures[0];
}
