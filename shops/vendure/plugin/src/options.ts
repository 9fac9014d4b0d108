export interface DakiyaOptions {
  /** The API of Dakiya: `https://ship.example/custom/api/v1`. */
  readonly apiUrl: string;
  /** Of `POST /shops/{id}/checkout-key`. Without it, the fallback prices are shown at checkout. */
  readonly checkoutKey?: string;
  /** The custom field of product variants with their weight in grams; `weightGrams` by default. */
  readonly weightField?: string;
  /** How long a checkout waits for rates at most, in milliseconds; 2,000 by default. */
  readonly timeoutMs?: number;
}
