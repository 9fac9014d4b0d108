import { Type } from '@fastify/type-provider-typebox';

/** What the decisions about a failed delivery answer (contract: orders and shipments). */
export const NdrAnswer = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({ awb: Type.String() }),
});

export function ndrAnswer(awb: string, message: string) {
  return { success: true as const, message, data: { awb } };
}
