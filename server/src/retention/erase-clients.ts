import type { ClientId } from '@toguchi/domain/access/actor'
import { addDays, formatDayLong } from '@toguchi/domain/calendar/day'
import { warningDays } from '@toguchi/domain/client-terms/labels'
import { enterClient, findEndingClient, lockEndingClient } from '../clients/clients.ts'
import { findTerms, holdErasureTurn, saveTerms, takeErasureTurn, type TermsRow } from '../client-terms/client-terms.ts'
import { attemptEach } from '../platform/attempt-each.ts'
import { toDay } from '../platform/clock.ts'
import { recordEvent } from '../platform/events.ts'
import { originOf } from '../platform/http/hosts.ts'
import { enqueuePlatformMail } from '../platform/messages/outbox.ts'
import type { Platform } from '../platform/platform.ts'
import { eraseEveryRoom } from './erase-people.ts'
import { eraseAll } from './erase-rows.ts'
import { type Keeps, listAdminAddresses, listEndedClientIds, lockEveryRoomToErase } from './queries.ts'

/**
 * The daily work on clients whose contract has ended (decision 048): role 1 is told two weeks before; what is due then is a job of its own,
 * for it may take hours.
 */
export const eraseClients = async (platform: Platform): Promise<void> =>
  attemptEach(await platform.pool.read(null, listEndedClientIds), async clientId => {
    const step = nextStep(await platform.pool.read(clientId, db => findTerms(db, clientId)), toDay(platform.now()))
    if (step === 'warn') return warn(platform, clientId)
    if (step === 'erase')
      await platform.pool.write(clientId, db =>
        platform.jobs.enqueue(db, 'erasures', { client_id: clientId }, { singletonKey: String(clientId) }),
      )
  })

/**
 * Takes away everything of a client that no law keeps, and later what it kept. What was begun and broken off goes on where it was, for what
 * is gone is gone. One run is at work: an older one ends as soon as it sees another, also one whose process was only thought to have ended.
 */
export const eraseDueClient = async (platform: Platform, id: number, signal?: AbortSignal): Promise<void> => {
  const client = await platform.pool.read(null, db => findEndingClient(db, id))
  if (!client || !(await begin(platform, client.id))) return
  const turn = await platform.pool.write(client.id, db => takeErasureTurn(db, client.id))
  if (turn === undefined) return
  try {
    await eraseInTurn(duringTurn(platform, client.id, turn, signal), client.id)
  } catch (error) {
    if (!(error instanceof TurnTaken)) throw error
  }
}

/** Whether something is to be erased. From here on nobody opens the contract again: who tries at the same moment is first, or is refused. */
const begin = (platform: Platform, clientId: ClientId): Promise<boolean> =>
  platform.pool.write(clientId, async db => {
    const now = platform.now()
    const client = await lockEndingClient(db, clientId)
    const terms = await findTerms(db, clientId)
    if (client?.status !== 'terminated' || !terms || nextStep(terms, toDay(now)) !== 'erase') return false
    if (terms.erasure_began_at !== null) return true
    await saveTerms(db, clientId, { erasure_began_at: now }, now)
    await recordEvent(db, { kind: 'clients.erasure_began', actor: 'system', clientId, change: { keeps: keepsOf(terms, toDay(now)) } })
    return true
  })

class TurnTaken extends Error {}

/** The platform of a run: its transactions write as long as no other has begun and nobody stopped it. */
const duringTurn = (platform: Platform, clientId: ClientId, turn: number, signal: AbortSignal | undefined): Platform => ({
  ...platform,
  pool: {
    ...platform.pool,
    write: (id, work) =>
      platform.pool.write(id, async db => {
        signal?.throwIfAborted()
        if (!(await holdErasureTurn(db, clientId, turn))) throw new TurnTaken()
        return work(db)
      }),
  },
})

const eraseInTurn = async (platform: Platform, clientId: ClientId): Promise<void> => {
  const today = toDay(platform.now())
  const terms = await platform.pool.read(clientId, db => findTerms(db, clientId))
  if (!terms || nextStep(terms, today) !== 'erase') return
  if (terms.erased_at !== null) return eraseWhatWasKept(platform, terms, today)
  await eraseEveryRoom(platform, clientId)
  await eraseAll(platform, clientId, keepsOf(terms, today))
  await platform.pool.write(clientId, async db => {
    // Who wrote meanwhile, or has money to get back since, is found by the next day's run.
    const isSomebodyLeft = (await lockEveryRoomToErase(db, clientId, { most: 1, after: 0 })).length > 0
    if (isSomebodyLeft || ((await findTerms(db, clientId))?.open_refunds ?? 0) > 0) return
    await saveTerms(db, clientId, { erased_at: platform.now() }, platform.now())
    await recordEvent(db, { kind: 'clients.erased', actor: 'system', clientId, change: { keeps: keepsOf(terms, today) } })
  })
}

/** What is to be done on a day about the end of a client. */
const nextStep = (terms: TermsRow | undefined, today: string): 'warn' | 'erase' | null => {
  if (!terms || terms.erase_on === null) return null
  if (terms.erased_at !== null) return endedOf(terms, today).length > 0 ? 'erase' : null
  if (terms.erasure_began_at !== null) return 'erase'
  if (terms.warned_at === null && !terms.is_deleted) return today >= addDays(terms.erase_on, -warningDays) ? 'warn' : null
  return isDue(terms, today) ? 'erase' : null
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

/** What was kept for so many years, and is kept no more. */
const endedOf = (terms: TermsRow, today: string): ('accounting_erased_at' | 'records_erased_at')[] => {
  const keeps = keepsOf(terms, today)
  return [
    ...(terms.accounting_erased_at === null && !keeps.accounting ? (['accounting_erased_at'] as const) : []),
    ...(terms.records_erased_at === null && !keeps.records ? (['records_erased_at'] as const) : []),
  ]
}

/** Tells role 1 once: whoever comes second finds the company held, and then that it was done. */
const warn = (platform: Platform, clientId: ClientId): Promise<void> =>
  platform.pool.write(null, async db => {
    await lockEndingClient(db, clientId)
    const terms = await platform.pool.read(clientId, reading => findTerms(reading, clientId))
    if (!terms || nextStep(terms, toDay(platform.now())) !== 'warn') return
    const { client_name, erase_on } = terms
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
        body: `契約が終了した企業「${client_name}」のデータを、${formatDayLong(day)}以降に消去します。\n\n必要なデータは、それまでに次の画面の「データを書き出す」から保存してください。契約を再開する場合も、それまでに操作してください。法令で保存する帳簿・領収書控え・完成図・打合せ記録は、それぞれの期限まで残ります。\n${originOf(apiHostTemplate, null)}/admin/clients/${clientId}\n`,
      })
    // Mail to role 1 is written outside of clients, what was said of this one inside it: both or neither.
    await enterClient(db, clientId)
    await saveTerms(db, clientId, { warned_at: now }, now)
    await recordEvent(db, { kind: 'clients.erasure_announced', actor: 'system', clientId, change: { erase_on: day } })
  })

const eraseWhatWasKept = async (platform: Platform, terms: TermsRow, today: string): Promise<void> => {
  const { client_id: clientId } = terms
  const ended = endedOf(terms, today)
  await eraseAll(platform, clientId, keepsOf(terms, today))
  await platform.pool.write(clientId, async db => {
    await saveTerms(db, clientId, Object.fromEntries(ended.map(kind => [kind, platform.now()])), platform.now())
    await recordEvent(db, { kind: 'clients.kept_data_erased', actor: 'system', clientId, change: { kinds: ended } })
  })
}
