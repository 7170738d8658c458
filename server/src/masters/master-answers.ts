import type { OfficeActor, WorkerActor } from '@toguchi/domain/access/actor'
import { masterNames } from '@toguchi/domain/masters/labels'
import type { Db } from '../platform/database/database.ts'
import type { ListQuery } from '../platform/database/listing.ts'
import { changeMaster, createMaster, deleteMaster, showMaster } from './change-master.ts'
import { listMaster, type Master } from './queries.ts'

interface Asked<A extends WorkerActor = OfficeActor> {
  db: Db
  actor: A
}
type Values = Record<string, unknown>
type Listed<Many extends string, Row> = { [P in Many]: Row[] } & { total_count?: number }
type Shown<One extends string, Row> = { [P in One]: Row }
type Saved<One extends string, Row> = Shown<One, Row> & { message: string }
/** What each answer is called in its body; the compiler cannot follow a name that is put together at run time. */
const under = <One extends string, Row>(one: One, row: Row) => ({ [one]: row }) as Shown<One, Row>

/**
 * The five answers of a master: its rows under the resource's own names, and the sentences that tell what was done. Each is still bound
 * to its own key in routes.ts, where it is looked for. What has a rule of its own replaces one of them.
 */
export const answersOf = <Row extends { id: number }>() => {
  return <const One extends string, const Many extends string>(master: Master, one: One, many: Many) => {
    const noun = masterNames[master.table]
    const show = async ({ db, actor }: Asked<WorkerActor>, id: number) => under(one, await showMaster<Row>(db, actor, master, id))
    return {
      list: async ({
        db,
        actor,
        query,
      }: Asked<WorkerActor> & { query: ListQuery & { [P in One]?: { name?: string | undefined } | undefined } }): Promise<
        Listed<Many, Row>
      > => {
        const { rows, ...rest } = await listMaster<Row>(db, master, actor, query, query[one])
        return { [many]: rows, ...rest } as Listed<Many, Row>
      },
      show: (asked: Asked<WorkerActor> & { params: { id: number } }): Promise<Shown<One, Row>> => show(asked, asked.params.id),
      create: async (asked: Asked & { body: { [P in One]: Values } }): Promise<Saved<One, Row>> => {
        const id = await createMaster(asked.db, asked.actor, master, asked.body[one])
        return { message: `${noun}を登録しました。`, ...(await show(asked, id)) }
      },
      change: async (asked: Asked & { params: { id: number }; body: { [P in One]: Values } }): Promise<Saved<One, Row>> => {
        await changeMaster(asked.db, asked.actor, master, asked.params.id, asked.body[one])
        return { message: `${noun}を更新しました。`, ...(await show(asked, asked.params.id)) }
      },
      remove: async ({ db, actor, params, now }: Asked & { params: { id: number }; now: Date }) => {
        await deleteMaster(db, actor, master, params.id, now)
        return { message: `${noun}を削除しました。` }
      },
    }
  }
}
