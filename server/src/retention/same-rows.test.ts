import { describe, expect, it } from 'vitest'
import { buildRandomCompany, randomDay } from '../../test/random-company.ts'
import { openWorld } from '../../test/world.ts'
import { keepsAddresseesText, owesRefundText } from '../orders/orders.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { recordEvent } from '../platform/events.ts'
import { erasePeople } from './retention.ts'
import { lockEveryRoomToErase, lockRoomsToErase, type RoomToErase } from './queries.ts'

const world = await openWorld()
const noon = new Date(`${randomDay}T12:00:00+09:00`)
const day = 24 * 60 * 60 * 1000

/** As it stood before rooms were marked. */
const amongAllRooms = `select r.id, r.construction_id from rooms r
     join constructions c on c.client_id = r.client_id and c.id = r.construction_id
     where r.client_id = $1 and ($4 or r.closed_at < $2 or c.discarded_at < $2) and not ${owesRefundText}
       and (exists (select from residents res where res.client_id = $1 and res.room_id = r.id and res.erased_at is null)
         or exists (select from room_presences rp where rp.client_id = $1 and rp.room_id = r.id)
         or exists (select from contact_confirmations cf where cf.client_id = $1 and cf.room_id = r.id)
         or exists (select from room_answers ran where ran.client_id = $1 and ran.room_id = r.id
           and (ran.caller is not null or ran.slip_file_id is not null))
         or exists (select from key_custodies kc where kc.client_id = $1 and kc.room_id = r.id and kc.received_from <> '')
         or exists (select from orders o where o.client_id = $1 and o.room_id = r.id
           and (o.resident_name is not null or exists (select from receipts rec
             where rec.client_id = $1 and rec.order_id = o.id and rec.addressee is not null and not ${keepsAddresseesText})))
         or exists (select from room_wishes rw where rw.client_id = $1 and rw.room_id = r.id)
         or exists (select from earlier_wishes ew where ew.client_id = $1 and ew.room_id = r.id)
         or r.room_remarks is not null
         or exists (select from room_occupancies roc where roc.client_id = $1 and roc.room_id = r.id
           and (roc.outcome_note is not null or roc.opener_note is not null or roc.owner_name is not null))
         or exists (select from chatbot_histories cbh where cbh.client_id = $1 and cbh.room_id = r.id)
         or exists (select from room_signatures rsg where rsg.client_id = $1 and rsg.room_id = r.id and rsg.signer_name is not null)
         or exists (select from support_versions sv where sv.client_id = $1 and sv.room_id = r.id and sv.contents <> '（消去済み）')
         or exists (select from events e join event_personal_values epv on epv.client_id = e.client_id and epv.event_id = e.id
           where e.client_id = $1 and e.room_id = r.id))
     order by r.id limit $3`
const idsOf = (rooms: readonly RoomToErase[]) => rooms.map(({ id }) => id)

describe('rooms whose people are to be erased, without a look at all that ever were (decision 089)', () => {
  it('are the same, of random companies, before and after they were erased and written in again', async () => {
    for (let round = 0; round < 2; round += 1) {
      world.setNow(noon.toISOString())
      const { client } = await buildRandomCompany(world)
      const marked = (now: Date) =>
        world.inClient(client.id, db => lockRoomsToErase(db, client.id, { before: new Date(now.getTime() - 365 * day), now, most: 1_000 }))
      const dueOn = async (now: Date) => (await marked(now)).filter(room => room.is_somebody_left)
      const amongAll = (now: Date, everyRoom: boolean) =>
        world.inClient(client.id, db =>
          rowsOf<RoomToErase>(db, amongAllRooms, [client.id, new Date(now.getTime() - 365 * day), 1_000, everyRoom]),
        )
      const due = await dueOn(noon)
      expect(due.length).toBeGreaterThan(1)
      expect(due).toMatchObject(await amongAll(noon, false))
      expect(idsOf(due)).toEqual(idsOf(await amongAll(noon, false)))
      expect(await world.inClient(client.id, db => lockEveryRoomToErase(db, client.id, { most: 1_000, after: 0 }))).toEqual(
        await amongAll(noon, true),
      )

      await erasePeople(world.platform)
      expect(await amongAll(noon, false)).toEqual([])
      // Nothing is left to do, and nothing is looked at.
      expect(await marked(noon)).toEqual([])

      const [told, silent] = due
      if (!told || !silent) throw new Error('two rooms were due')
      await world.inClient(client.id, async db => {
        await recordEvent(db, {
          kind: 'rooms.updated',
          actor: 'system',
          clientId: client.id,
          constructionId: told.construction_id,
          roomId: told.id,
          personal: { before: { room_remarks: '清水様' } },
        })
        await db.updateTable('rooms').set({ room_remarks: '清水様' }).where('id', '=', silent.id).execute()
      })
      const tomorrow = new Date(noon.getTime() + day / 2)
      expect(idsOf(await dueOn(tomorrow))).toEqual(expect.arrayContaining([told.id]))
      expect(idsOf(await dueOn(tomorrow))).not.toContain(silent.id)
      const later = new Date(noon.getTime() + 31 * day)
      expect(idsOf(await dueOn(later))).toEqual(idsOf(await amongAll(later, false)))
    }
  })
})
