/** SQL for an order id without its mark and in small letters, as an index has it (migration `orders-as-typed`). */
export function asTyped(orderId: string): string {
  return `lower(ltrim(${orderId} collate "C", '# '))`;
}
