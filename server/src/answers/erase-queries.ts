import type { ClientId } from '@toguchi/domain/access/actor'
import type { Db } from '../platform/database/database.ts'

/** Erases who answered and called for rooms (D-12). Returns the files that nothing points to any more. */
export const eraseAnswersOf = async (db: Db, clientId: ClientId, roomIds: readonly number[]): Promise<number[]> => {
  const slips = await db
    .selectFrom('room_answers')
    .where('client_id', '=', clientId)
    .where('room_id', 'in', roomIds)
    .select('slip_file_id')
    .execute()
  await db
    .updateTable('room_answers')
    .set({ caller: null, slip_file_id: null, contents: null, call_back_phone: null, call_back_result: null })
    .where('client_id', '=', clientId)
    .where('room_id', 'in', roomIds)
    .execute()
  return slips.map(row => row.slip_file_id).filter(id => id !== null)
}
