import { json, type StandInAnswer } from '../../kit/stand-in.ts';

export function error(statusCode: number, code: string, description: string): StandInAnswer {
  return json(statusCode, { statusCode, code, message: code, description, severity: 'ERROR' });
}

export function invalid(description: string): StandInAnswer {
  return error(400, 'SWIFT_VALIDATION_EXCEPTION', description);
}

export const UNAUTHORISED = error(401, 'UNAUTHORIZED', 'Token is not valid');
export const NOT_FOUND = error(404, 'SWIFT_NOT_FOUND_EXCEPTION', 'Shipment not found');
