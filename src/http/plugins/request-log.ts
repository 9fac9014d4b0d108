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
      requestFacts(
        request.method,
        request.routeOptions.url ?? null,
        reply.statusCode,
        reply.elapsedTime,
        request.account?.accountId,
        (request.account ?? request.carrier)?.credentialId,
      ),
      'request',
    );
  }

  /** The error handler logs what is worth it. */
  override defaultErrorLog(): void {}

  override routeNotFound(): void {}
}

/** What the log says of each request, beside its id. */
export function requestFacts(
  method: string,
  route: string | null,
  status: number,
  milliseconds: number,
  accountId: string | undefined,
  credentialId: string | undefined,
): object {
  return {
    method,
    route,
    status,
    ms: Math.round(milliseconds * 10) / 10,
    account_id: accountId,
    credential_id: credentialId,
  };
}
