import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Writes one structured log line for each request. It has the route's pattern instead of the address, because
 * addresses may contain tracking numbers. It never has a header or a body.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }

  /** Writes nothing at arrival: a second line would double the log without new information. */
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
        credential_id: (request.account ?? request.carrier ?? request.checkout)?.credentialId,
      },
      'request',
    );
  }

  /** Writes nothing, because the error handler logs errors. */
  override defaultErrorLog(): void {}

  override routeNotFound(): void {}
}
