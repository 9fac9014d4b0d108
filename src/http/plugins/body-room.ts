/** Limits of the memory for bodies, in bytes. */
export interface BodyRoomLimits {
  /** For all senders together. */
  readonly all: number;
  /** For each sender. */
  readonly each: number;
}

interface Sender {
  bytes: number;
  /** The bytes of complete bodies in progress. These bodies cannot be cut off. */
  bytesAtWork: number;
  /** The bodies in the order in which they began. */
  readonly bodies: RoomBody[];
}

/** A body that takes room for the bytes that have arrived. */
export class RoomBody {
  readonly #room: BodyRoom;
  readonly sender: string;
  readonly cutOff: () => void;
  bytes = 0;
  isAtWork = false;
  isOver = false;

  constructor(room: BodyRoom, sender: string, cutOff: () => void) {
    this.#room = room;
    this.sender = sender;
    this.cutOff = cutOff;
  }

  /** Takes room for new bytes. It may cut off other bodies, or this one. */
  grow(bytes: number): void {
    this.#room.grow(this, bytes);
  }

  /** Marks the body as complete and in progress: it cannot be cut off any more. */
  startWork(): void {
    this.#room.startWork(this);
  }

  /** Gives the body's room back. Further calls do nothing. */
  giveBack(): void {
    this.#room.giveBack(this);
  }
}

/**
 * Memory for request bodies. A body counts by its received bytes, never by its declared length. When the room
 * is full, the sender with the most bytes loses its oldest incomplete body, so that newcomers always find
 * room.
 */
export class BodyRoom {
  readonly #limits: BodyRoomLimits;
  readonly #senders = new Map<string, Sender>();
  #bytes = 0;
  #bytesAtWork = 0;

  constructor(limits: BodyRoomLimits) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Begins a body.
   *
   * @param cutOff ends its request; called at most once, after its room is free
   * @returns null if the sender's bodies in progress leave no room and nothing can be cut off
   */
  open(sender: string, cutOff: () => void): RoomBody | null {
    const of = this.#senders.get(sender) ?? { bytes: 0, bytesAtWork: 0, bodies: [] };
    const { all, each } = this.#limits;
    // Without the second condition, a few senders with slow work could fill the whole room.
    if (of.bytesAtWork >= Math.min(each, all - this.#bytesAtWork)) return null;
    const body = new RoomBody(this, sender, cutOff);
    of.bodies.push(body);
    this.#senders.set(sender, of);
    return body;
  }

  grow(body: RoomBody, bytes: number): void {
    const sender = this.#senders.get(body.sender);
    if (body.isOver || sender === undefined) return;
    body.bytes += bytes;
    sender.bytes += bytes;
    this.#bytes += bytes;
    while (!body.isOver && sender.bytes > this.#limits.each) cut(oldestComing(sender) ?? body);
    while (!body.isOver && this.#bytes > this.#limits.all) cut(this.#oldestOfHeaviest() ?? body);
  }

  startWork(body: RoomBody): void {
    const sender = this.#senders.get(body.sender);
    if (body.isOver || body.isAtWork || sender === undefined) return;
    body.isAtWork = true;
    sender.bytesAtWork += body.bytes;
    this.#bytesAtWork += body.bytes;
  }

  giveBack(body: RoomBody): void {
    const sender = this.#senders.get(body.sender);
    if (body.isOver || sender === undefined) return;
    body.isOver = true;
    sender.bytes -= body.bytes;
    this.#bytes -= body.bytes;
    if (body.isAtWork) {
      sender.bytesAtWork -= body.bytes;
      this.#bytesAtWork -= body.bytes;
    }
    sender.bodies.splice(sender.bodies.indexOf(body), 1);
    if (sender.bodies.length === 0) this.#senders.delete(body.sender);
  }

  #oldestOfHeaviest(): RoomBody | undefined {
    let heaviest: { readonly bytes: number; readonly body: RoomBody } | undefined;
    for (const sender of this.#senders.values()) {
      if (sender.bytes <= (heaviest?.bytes ?? 0)) continue;
      const body = oldestComing(sender);
      if (body !== undefined) heaviest = { bytes: sender.bytes, body };
    }
    return heaviest?.body;
  }
}

function oldestComing({ bodies }: Sender): RoomBody | undefined {
  return bodies.find((body) => !body.isAtWork && body.bytes > 0);
}

function cut(body: RoomBody): void {
  body.giveBack();
  body.cutOff();
}
