import { type Static, Type } from 'typebox';
import type { ShipmentNote } from '../../../domain/shipment-note.ts';
import { Time, Uuid } from '../../schemas.ts';

export const NoteBody = Type.Object(
  {
    id: Uuid,
    note: Type.String({ examples: ['The customer asked for delivery after 6 pm'] }),
    author: Type.String({ description: 'The name of the key or user.', examples: ['shop server'] }),
    created_at: Time,
  },
  { title: 'ShipmentNote' },
);

export function noteBody({ noteId, note, author, createdAt }: ShipmentNote): Static<typeof NoteBody> {
  return { id: noteId, note, author: author.name, created_at: createdAt.toISOString() };
}
