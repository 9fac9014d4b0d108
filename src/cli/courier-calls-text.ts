/** A failed request to a courier, as the API shows it. */
interface PartnerCall {
  readonly happened_at: string;
  readonly courier: string;
  readonly method: string;
  readonly path: string;
  readonly request: string | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly failure: string | null;
  readonly milliseconds: number;
}

/** Returns failed requests with what was sent and answered, which no table has room for. */
export function courierCallsText(data: unknown): string {
  return (data as PartnerCall[]).map(callText).join('\n\n') || 'No failed requests lately';
}

function callText(call: PartnerCall): string {
  const { happened_at, courier, method, path, request, status, answer, failure, milliseconds } = call;
  return [
    `${happened_at}  ${courier}  ${method} ${path}  ${milliseconds} ms`,
    ...(request === null ? [] : [`  sent      ${request}`]),
    failure === null ? `  answered  ${status} ${answer ?? ''}` : `  no answer: it ${failure}`,
  ].join('\n');
}
