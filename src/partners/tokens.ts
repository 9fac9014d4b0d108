import type { PartnerToken, PartnerTokens } from './partner.ts';

/** A token is not used any more during this time before it expires. */
const BEFORE_END_MS = 60_000;

/** A cache of the tokens of one connection in this process. */
export class TokenCache implements PartnerTokens {
  readonly #now: () => Date;
  readonly #kept = new Map<string, Promise<PartnerToken>>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  async get(name: string, make: () => Promise<PartnerToken>, refused?: string): Promise<string> {
    const kept = this.#kept.get(name);
    if (kept !== undefined) {
      const { token, endsAt } = await kept;
      if (token !== refused && endsAt.getTime() - BEFORE_END_MS > this.#now().getTime()) return token;
      if (this.#kept.get(name) !== kept) return this.get(name, make, refused);
    }
    const made = make();
    this.#kept.set(name, made);
    try {
      return (await made).token;
    } catch (error) {
      if (this.#kept.get(name) === made) this.#kept.delete(name);
      throw error;
    }
  }
}
