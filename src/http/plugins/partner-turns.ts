import type { FastifyInstance } from 'fastify';
import { Problem } from '../../problems/problem.ts';
import { FairQueue } from '../../usecases/fair-queue.ts';
import { clientOf } from '../streamed-answer.ts';
import { credentialIdOf } from './credential.ts';

/**
 * What couriers and shops tell us is written in turns: each call writes, and those of one connection often the same row, so hundreds at
 * once would hold all database connections. A shop sends hundreds when it changes its whole stock.
 */
const TURNS = { atOnce: 6, perSharer: 2, waitingPerSharer: 100 };

export function partnerTurns(): FairQueue {
  return new FairQueue(TURNS);
}

/** Lets a few requests of each connection run at once, and refuses those beyond a queue. Their bodies were read before. */
export function addPartnerTurns(scope: FastifyInstance, turns: FairQueue): void {
  scope.addHook('preHandler', (request, reply, done) => {
    const begin = (end: () => void) => {
      if (reply.raw.destroyed) end();
      else reply.raw.once('close', end);
      done();
    };
    turns.enter({ sharer: credentialIdOf(request) ?? '', signal: clientOf(reply).signal }).then(
      begin,
      // Others mean that the partner has left.
      (error: unknown) => error instanceof Problem && done(error),
    );
  });
}
