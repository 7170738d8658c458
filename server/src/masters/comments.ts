import type { OfficeActor } from '@toguchi/domain/access/actor'
import type { CommentList } from '@toguchi/domain/masters/contract'
import { moved } from '@toguchi/domain/masters/reorder'
import type { Db } from '../platform/database/database.ts'
import { changeMaster, createMaster, showMaster } from './change-master.ts'
import { commentLists, lockCommentOrder, saveCommentOrder } from './queries.ts'

/** A new comment stands last. */
export const addComment = async (db: Db, actor: OfficeActor, contents: string): Promise<CommentList> => {
  const order = await lockCommentOrder(db, actor.clientId)
  const id = await createMaster(db, actor, commentLists, { contents, position: order.length + 1 })
  // Deleted ones left gaps.
  await saveCommentOrder(db, actor.clientId, [...order, id])
  return showMaster<CommentList>(db, actor, commentLists, id)
}

/** Changes a comment's words, or puts it at a place of the list, counted from 1, where the others make room. */
export const changeComment = async (
  db: Db,
  actor: OfficeActor,
  id: number,
  { contents, position }: { contents?: string | undefined; position?: number | undefined },
): Promise<CommentList> => {
  if (position !== undefined) {
    const order = await lockCommentOrder(db, actor.clientId)
    const before = order.indexOf(id)
    if (before >= 0) await saveCommentOrder(db, actor.clientId, moved(order, before, position - 1))
  }
  await changeMaster(db, actor, commentLists, id, contents === undefined ? {} : { contents })
  return showMaster<CommentList>(db, actor, commentLists, id)
}
