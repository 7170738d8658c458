import type { ReachedActor } from '@toguchi/domain/access/actor'
import type { Job } from '@toguchi/domain/printing/contract'
import { receiptTax } from '@toguchi/domain/money/receipt'
import { receiptWhileCancelingText } from '@toguchi/domain/orders/transitions'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { drawNextNumbers } from '../../clients/clients.ts'
import { recordEvent } from '../../platform/events.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { type findJob, enqueueDocument } from '../../platform/jobs/job-rows.ts'
import type { Platform } from '../../platform/platform.ts'
import { refused } from '../../platform/http/problem.ts'
import { hasReceipt } from '../present.ts'
import { findJobOfReceipt, findReceiptOfRequest, insertReceipt, listReceipts } from './receipt-queries.ts'
import type { LockedOrder } from '../payments/refund.ts'

const minute = 60_000

/** Whoever ordered may have told their name later; whoever lives there now is another. */
const ownName = ({ order, room }: LockedOrder): string | null =>
  order.resident_id !== null && order.resident_id === room.resident_id ? room.resident_name : null

type JobRow = Omit<NonNullable<Awaited<ReturnType<typeof findJob>>>, 'note'>

export const presentJob = (platform: Platform, { client_id, file_id, ...job }: JobRow): Job => ({
  ...job,
  state: job.state,
  file_url: file_id === null ? null : fileUrl(platform, client_id, file_id),
})

/**
 * Issues a receipt and has it printed (D-16, D-28): a number of the client's own series, kept by every later issue, which says 再発行.
 * It is of what was kept: yen that went back before it are not on it. Asked for again within a minute by the same person for the same
 * name, or with the same request however late, it is the same one: neither a second tap nor a lost answer makes a 再発行. 422 while the
 * money is not in, and while a cancellation waits for its decision.
 */
export const askForReceipt = async (
  lockedOrder: LockedOrder,
  actor: ReachedActor,
  addressee: string | null,
  requestId?: string,
): Promise<Job> => {
  const { platform, db, clientId, order, room, now } = lockedOrder
  if (order.status === 'cancel_application') throw refused(receiptWhileCancelingText, 'cancel_pending')
  if (!hasReceipt(order)) throw refused('入金が確認できていないため、領収書を発行できません。', 'no_receipt')
  const issued = await listReceipts(db, clientId, order.id)
  const same = requestId === undefined ? undefined : await findReceiptOfRequest(db, clientId, order.id, requestId)
  if (same) return printAgain(lockedOrder, actor, same.id)
  const nameOnIt = addressee ?? order.resident_name ?? ownName(lockedOrder) ?? `${room.building_name} ${addressedRoom(room.room_name)}`
  const last = issued.at(-1)
  if (last?.addressee === nameOnIt && now.getTime() - last.issued_at.getTime() < minute) {
    const job = await findJobOfReceipt(db, actor, last.id)
    if (job) return presentJob(platform, job)
  }
  const number = issued[0]?.number ?? (await drawNextNumbers(db, clientId, 'receipt', 1))
  const { id } = await insertReceipt(db, clientId, {
    order_id: order.id,
    number,
    issue_number: issued.length + 1,
    addressee: nameOnIt,
    amount: order.kept_amount,
    tax: receiptTax(order.kept_amount),
    issued_at: now,
    request_id: requestId ?? null,
  })
  await recordEvent(db, {
    kind: issued.length === 0 ? 'receipts.issued' : 'receipts.reissued',
    actor,
    clientId,
    constructionId: order.construction_id,
    roomId: order.room_id,
    subject: { type: 'orders', id: order.id },
    change: { number, issue_number: issued.length + 1, amount: order.kept_amount },
    residentVisible: true,
  })
  const job = await enqueueDocument(platform, db, actor, { kind: 'receipt', input: { receipt_id: id }, total: 1 })
  return presentJob(platform, job)
}

/** The paper that was asked for, or is made just now; where it failed, or went away since, it is made once more as it was. */
const printAgain = async ({ platform, db }: LockedOrder, actor: ReachedActor, receiptId: number): Promise<Job> =>
  presentJob(
    platform,
    (await findJobOfReceipt(db, actor, receiptId)) ??
      (await enqueueDocument(platform, db, actor, { kind: 'receipt', input: { receipt_id: receiptId }, total: 1 })),
  )
