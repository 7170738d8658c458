import type { ClientId } from '@toguchi/domain/access/actor'
import { addDays, formatDayLong } from '@toguchi/domain/calendar/day'
import { warningDays } from '@toguchi/domain/client-terms/labels'
import { enterClient, eraseClient, lockEndingClient } from '../clients/clients.ts'
import { findTerms, saveTerms, type TermsRow } from '../client-terms/client-terms.ts'
import { attemptEach } from '../platform/attempt-each.ts'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { originOf } from '../platform/http/hosts.ts'
import { enqueuePlatformMail } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { eraseRoomsOf } from './erase-people.ts'
import {
  detachRows,
  eraseRows,
  type Keeps,
  listAdminAddresses,
  listErasableFiles,
  listErasableTables,
  listEveryClientId,
} from './queries.ts'

/** A transaction erases so many rows: short enough that nobody waits for it. */
const rowsAtOnce = 2_000
const filesAtOnce = 200

/**
 * The daily work on clients whose contract has ended (decision 048): role 1 is told two weeks before, then everything goes that no law
 * keeps, and later what it kept. One client at a time; what was begun and broken off goes on where it was, for what is gone is gone.
 */
export const eraseClients = async (platform: Platform): Promise<void> =>
  attemptEach(await platform.pool.read(null, listEveryClientId), clientId => eraseWhenDue(platform, clientId))

const eraseWhenDue = async (platform: Platform, clientId: ClientId): Promise<void> => {
  const today = toDay(platform.now())
  const terms = await platform.pool.read(clientId, db => findTerms(db, clientId))
  if (!terms || terms.erase_on === null) return
  if (terms.erased_at !== null) return eraseWhatWasKept(platform, terms, today)
  if (terms.erasure_began_at === null) {
    if (today < addDays(terms.erase_on, -warningDays)) return
    if (terms.warned_at === null && !terms.is_deleted) return warn(platform, terms)
    if (!isDue(terms, today) || !(await begin(platform, clientId, today))) return
  }
  await eraseRoomsOf(platform, clientId, { before: platform.now(), everyRoom: true })
  await eraseAll(platform, clientId, keepsOf(terms, today))
  await platform.pool.write(clientId, async db => {
    await saveTerms(db, clientId, { erased_at: platform.now() }, platform.now())
    await recordEvent(db, { kind: 'clients.erased', actor: 'system', clientId, change: { keeps: keepsOf(terms, today) } })
  })
}

/**
 * Never sooner than two weeks after role 1 was told, also where the terms were shortened since. Of a company that role 1 deleted there is
 * nothing to export and no way back that anybody had to be told of.
 */
const isDue = ({ erase_on, warned_at, open_refunds, is_deleted }: TermsRow, today: string): boolean =>
  erase_on !== null &&
  today >= erase_on &&
  open_refunds === 0 &&
  (is_deleted || (warned_at !== null && today >= addDays(toDay(warned_at), warningDays)))

const keepsOf = ({ accounting_until, records_until }: TermsRow, today: string): Keeps => ({
  accounting: accounting_until === null || today < accounting_until,
  records: records_until === null || today < records_until,
})

const warn = (platform: Platform, { client_id, client_name, erase_on }: TermsRow): Promise<void> =>
  platform.pool.write(null, async db => {
    const { appName, apiHostTemplate } = platform.settings
    const now = platform.now()
    // A client that ended long ago with shorter terms is told on the day itself.
    const earliest = addDays(toDay(now), warningDays)
    const day = erase_on === null || erase_on < earliest ? earliest : erase_on
    for (const to of await listAdminAddresses(db))
      await enqueuePlatformMail(db, {
        kind: 'other',
        to,
        subject: `【${appName}】${client_name}のデータを${formatDayLong(day)}に消去します`,
        body: `契約が終了した企業「${client_name}」のデータを、${formatDayLong(day)}以降に消去します。\n\n必要なデータは、それまでに次の画面の「データを書き出す」から保存してください。契約を再開する場合も、それまでに操作してください。法令で保存する帳簿・領収書控え・完成図・打合せ記録は、それぞれの期限まで残ります。\n${originOf(apiHostTemplate, null)}/admin/clients/${client_id}\n`,
      })
    // Mail to role 1 is written outside of clients, what was said of this one inside it: both or neither.
    await enterClient(db, client_id)
    await saveTerms(db, client_id, { warned_at: now }, now)
    await recordEvent(db, { kind: 'clients.erasure_announced', actor: 'system', clientId: client_id, change: { erase_on: day } })
  })

/** From here on nobody opens the contract again: who tries at the same moment is first, or is refused. */
const begin = (platform: Platform, clientId: ClientId, today: string): Promise<boolean> =>
  platform.pool.write(clientId, async db => {
    const client = await lockEndingClient(db, clientId)
    const terms = await findTerms(db, clientId)
    if (client?.status !== 'terminated' || !terms || !isDue(terms, today)) return false
    await saveTerms(db, clientId, { erasure_began_at: platform.now() }, platform.now())
    return true
  })

const eraseWhatWasKept = async (platform: Platform, terms: TermsRow, today: string): Promise<void> => {
  const { client_id: clientId } = terms
  const keeps = keepsOf(terms, today)
  const ended = {
    ...(terms.accounting_erased_at === null && !keeps.accounting ? { accounting_erased_at: platform.now() } : {}),
    ...(terms.records_erased_at === null && !keeps.records ? { records_erased_at: platform.now() } : {}),
  }
  if (Object.keys(ended).length === 0) return
  await eraseAll(platform, clientId, keeps)
  await platform.pool.write(clientId, async db => {
    await saveTerms(db, clientId, ended, platform.now())
    await recordEvent(db, { kind: 'clients.kept_data_erased', actor: 'system', clientId, change: { kinds: Object.keys(ended) } })
  })
}

const eraseAll = async (platform: Platform, clientId: ClientId, keeps: Keeps): Promise<void> => {
  await platform.pool.write(clientId, db => detach(platform, db, clientId))
  let tables = (await platform.pool.read(clientId, listErasableTables)).filter(table => table !== 'files')
  // A row goes once nothing points to it: what stayed in one round goes in the next. A table without rows is asked no more.
  for (let erased = 1; erased > 0;) {
    erased = await eraseFiles(platform, clientId, keeps)
    const left: string[] = []
    for (const table of tables) {
      const gone = await eraseTable(platform, clientId, table, keeps)
      if (gone === null) continue
      erased += gone
      left.push(table)
    }
    tables = left
  }
}

const detach = async (platform: Platform, db: Db, clientId: ClientId): Promise<void> => {
  await detachRows(db, clientId)
  const logo = await eraseClient(db, clientId, platform.now())
  if (logo !== null) await platform.jobs.enqueue(db, 'logos', { logo_path: logo })
}

/** How many rows went; null where there are none left at all. */
const eraseTable = async (platform: Platform, clientId: ClientId, table: string, keeps: Keeps): Promise<number | null> => {
  let total = 0
  for (;;) {
    const erased = await platform.pool.write(clientId, db => eraseRows(db, clientId, table, keeps, { most: rowsAtOnce }))
    if (erased === null) return total === 0 ? null : total
    total += erased
    if (erased < rowsAtOnce) return total
  }
}

/** The bytes first: broken off in between, the row still says where they were, and the next round finds it. */
const eraseFiles = async (platform: Platform, clientId: ClientId, keeps: Keeps): Promise<number> => {
  let total = 0
  for (;;) {
    const files = await platform.pool.read(clientId, db => listErasableFiles(db, clientId, keeps, filesAtOnce))
    for (const { storage_key } of files) await platform.storage.remove(storage_key)
    const fileIds = files.map(({ id }) => id)
    if (fileIds.length > 0)
      total += (await platform.pool.write(clientId, db => eraseRows(db, clientId, 'files', keeps, { most: filesAtOnce, fileIds }))) ?? 0
    if (files.length < filesAtOnce) return total
  }
}
