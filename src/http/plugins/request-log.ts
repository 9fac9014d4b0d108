import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * One structured log line for each request. It has the route's pattern instead of the address, because
 * addresses may contain tracking numbers, and never a header or a body.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }

  /** No line at arrival: it would double the log without new information. */
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

  /** The error handler logs errors. */
  override defaultErrorLog(): void {}

  override routeNotFound(): void {}
}
