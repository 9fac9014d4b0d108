import type { Actor } from '../../domain/actor.ts';
import type { ShipmentNote } from '../../domain/shipment-note.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

const LIST = {
  name: 'shipment-notes',
  text: `select note_id, created_at, author_kind, author_id, author_name, note from shipment_notes
    where account_id = $1 and shipment_id = $2 order by note_id desc`,
};

export async function listShipmentNotes(scope: AccountScope, shipmentId: string): Promise<ShipmentNote[]> {
  const rows = await scope.read<{
    note_id: string;
    created_at: Date;
    author_kind: Actor['kind'];
    author_id: string | null;
    author_name: string;
    note: string;
  }>(LIST, [shipmentId]);
  return rows.map((row) => ({
    noteId: row.note_id,
    createdAt: row.created_at,
    author: { kind: row.author_kind, id: row.author_id, name: row.author_name },
    note: row.note,
  }));
}

/** @returns false if the shipment already has too many notes */
export async function insertShipmentNote(
  writer: AccountWriter,
  shipmentId: string,
  { noteId, createdAt, author, note }: ShipmentNote,
  most: number,
): Promise<boolean> {
  const inserted = await writer.change(
    `insert into shipment_notes (account_id, shipment_id, note_id, created_at, author_kind, author_id, author_name, note)
     select $1, $2, $3, $4, $5, $6, $7, $8
      where (select count(*) from shipment_notes where account_id = $1 and shipment_id = $2) < $9
     returning 1`,
    [shipmentId, noteId, createdAt, author.kind, author.id, author.name, note, most],
  );
  return inserted.length > 0;
}
