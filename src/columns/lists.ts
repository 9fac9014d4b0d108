/** Returns the list if it is long enough, else a longer copy. */
export function withRoom<List extends Uint32Array | Float64Array>(list: List, length: number): List {
  if (length <= list.length) return list;
  const Same = list.constructor as new (length: number) => List;
  const longer = new Same(Math.max(2 * list.length, length));
  longer.set(list);
  return longer;
}
