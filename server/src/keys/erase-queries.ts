import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'

/** Erases who brought and fetched the keys of rooms (D-12). Returns the files that nothing points to any more. */
export const eraseKeysOf = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<number[]> => {
  const keys = await db
    .selectFrom('key_custodies')
    .where('client_id', '=', clientId)
    .where('room_id', 'in', roomIds)
    .select(['received_signature_file_id', 'received_photo_file_id', 'returned_signature_file_id', 'returned_photo_file_id'])
    .execute()
  await db
    .updateTable('key_custodies')
    .set(eb => ({
      received_from: '',
      returned_to: eb.case().when('returned_at', 'is', null).then(null).else('').end(),
      note: null,
      received_signature_file_id: null,
      received_photo_file_id: null,
      returned_signature_file_id: null,
      returned_photo_file_id: null,
    }))
    .where('client_id', '=', clientId)
    .where('room_id', 'in', roomIds)
    .execute()
  return keys.flatMap(row => Object.values(row)).filter(id => id !== null)
}
