import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyRoom, type RoomBody } from './body-room.ts';

/** Returns a room and the list of the names of bodies that it has cut off. */
function roomOf(all: number, each: number) {
  const room = new BodyRoom({ all, each });
  const cut: string[] = [];
  const open = (sender: string, name = sender, bytes = 0): RoomBody => {
    const body = room.open(sender, () => cut.push(name));
    if (body === null) throw new Error(`no room for ${name}`);
    body.grow(bytes);
    return body;
  };
  return { room, cut, open };
}

describe('the room for bodies', () => {
  it('counts received bytes until they are released', () => {
    const { room, open } = roomOf(30, 20);
    for (let count = 0; count < 1_000; count += 1) open('slow');
    expect(room.bytes).toBe(0);
    const body = open('a', 'a', 20);
    expect(room.bytes).toBe(20);
    body.giveBack();
    body.giveBack();
    body.grow(5);
    expect(room.bytes).toBe(0);
  });

  it('cuts off the oldest body of a sender above its share, but none in work', () => {
    const { cut, open } = roomOf(100, 20);
    open('a', 'at work', 5).startWork();
    open('a', 'first', 10);
    open('a', 'second', 5);
    expect(cut).toEqual([]);
    open('b', 'b', 20);
    open('a', 'third', 1);
    expect(cut).toEqual(['first']);
  });

  it('cuts off a body of the sender that holds most when it is full', () => {
    const { room, cut, open } = roomOf(30, 20);
    open('big', 'big, first', 8);
    open('big', 'big, second', 8);
    open('other', 'other', 14);
    open('newcomer', 'newcomer', 1);
    expect(cut).toEqual(['big, first']);
    expect(room.bytes).toBe(23);
  });

  it('cuts off the newest body when it is full of bodies in work', () => {
    const { cut, open } = roomOf(30, 20);
    open('a', 'a', 20).startWork();
    const b = open('b', 'b', 9);
    b.startWork();
    expect(cut).toEqual([]);
    expect(open('c', 'c', 2).isOver).toBe(true);
    expect(cut).toEqual(['c']);
  });

  it('refuses a sender whose bodies in work fill its share or all free room', () => {
    const { room, open } = roomOf(30, 20);
    const a = open('a', 'a', 20);
    a.startWork();
    expect(room.open('a', () => undefined)).toBeNull();
    open('b', 'b', 6).startWork();
    expect(room.open('b', () => undefined)).toBeNull();
    expect(room.open('c', () => undefined)).not.toBeNull();
    a.giveBack();
    expect(room.open('a', () => undefined)).not.toBeNull();
    expect(room.open('b', () => undefined)).not.toBeNull();
  });

  it('never exceeds its size, and is empty when all bodies are released', () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(15), fc.constantFrom('go on', 'work', 'end')),
    );
    fc.assert(
      fc.property(steps, (list) => {
        const room = new BodyRoom({ all: 30, each: 20 });
        const bodies: RoomBody[] = [];
        const cut = new Set<number>();
        for (const [sender, bytes, then] of list) {
          const index = bodies.length;
          const body = room.open(sender, () => {
            expect(cut.has(index)).toBe(false);
            cut.add(index);
          });
          if (body === null) continue;
          bodies.push(body);
          body.grow(bytes);
          expect(room.bytes).toBeLessThanOrEqual(30);
          if (then === 'work') body.startWork();
          if (then === 'end') bodies.find((one) => !one.isOver)?.giveBack();
        }
        for (const body of bodies) {
          if (body.isAtWork) expect(cut.has(bodies.indexOf(body))).toBe(false);
          body.giveBack();
        }
        expect(room.bytes).toBe(0);
      }),
    );
  });
});
