import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * One structured line for each request. It names the route's pattern and not the address, since
 * addresses may hold tracking numbers, and never a header or a body.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }

  /** A line when a request arrives would double the log and say nothing more. */
  override incomingRequest(): void {}

  override requestCompleted(
    _error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account_id: request.account?.accountId,
        credential_id: (request.account ?? request.carrier)?.credentialId,
      },
      'request',
    );
  }

  /** The error handler logs what is worth it. */
  override defaultErrorLog(): void {}

  override routeNotFound(): void {}
}
