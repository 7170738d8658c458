import type { ClientId } from '@toguchi/domain/access/actor'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildClient } from '../../../test/build.ts'
import { openWorld } from '../../../test/world.ts'
import { sendWaitingMessages } from '../../../test/send-waiting-messages.ts'
import { claimMessages, listDue } from './due-messages.ts'
import { enqueueMail, enqueuePlatformMail, enqueueSms, recallMessagesOfRooms } from './outbox.ts'
import { openSender } from './sender.ts'

interface Received {
  envelope: string[]
  subject: string | undefined
  text: string | undefined
  bcc: unknown
}

/** A real SMTP server that keeps what it is given; refuses whom it is told to; and holds letters to slow@… until they are let go. */
const received: Received[] = []
let refusal: { code: number; text: string } | null = null
let connections = 0
let held: (() => void)[] = []
const hold = (addresses: readonly { address: string }[]) =>
  addresses.some(({ address }) => address.startsWith('slow@')) ? new Promise<void>(go => held.push(go)) : Promise.resolve()
const letGo = () => {
  for (const go of held) go()
  held = []
}
/** Resolves with what the server says to the end of a letter: null is 250. */
const keep = async (message: Buffer, recipients: readonly { address: string }[]): Promise<Error | null> => {
  await hold(recipients)
  const { subject, text, bcc } = await PostalMime.parse(message)
  if (refusal !== null) return Object.assign(new Error(refusal.text), { responseCode: refusal.code })
  received.push({ envelope: recipients.map(({ address }) => address), subject, text, bcc })
  return null
}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onConnect(_session, done) {
    connections += 1
    done()
  },
  onRcptTo: (_address, _session, done) =>
    done(refusal === null ? undefined : Object.assign(new Error(refusal.text), { responseCode: refusal.code })),
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', async () => done(await keep(Buffer.concat(chunks), session.envelope.rcptTo)))
  },
})
await new Promise<void>(listening => smtp.listen(0, '127.0.0.1', listening))
const address = smtp.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
afterAll(() => new Promise<void>(closed => smtp.close(() => closed())))

const smtpUrl = `smtp://127.0.0.1:${port}`
const world = await openWorld({ smtpUrl })
const rowsOf = (clientId: ClientId) =>
  world.inClient(clientId, db => db.selectFrom('outbox_messages').selectAll().where('client_id', '=', clientId).orderBy('id').execute())
const states = async (clientId: ClientId) =>
  (await rowsOf(clientId)).map(({ transport, state, attempts }) => ({ transport, state, attempts }))
const write = (clientId: ClientId, to: string, over: Partial<Parameters<typeof enqueueMail>[2]> = {}) =>
  world.inClient(clientId, db => enqueueMail(db, clientId, { kind: 'other', to: [to], subject: '件名', body: '本文', ...over }))
const later = (seconds: number) => world.setNow(new Date(world.platform.now().getTime() + seconds * 1_000).toISOString())
const subjects = () => received.map(({ subject }) => subject)

beforeEach(() => {
  received.length = 0
  refusal = null
  connections = 0
})

describe('the outbox', () => {
  it('sends Japanese mail with its CC and BCC in the envelope, once', async () => {
    const client = await buildClient(world)
    await world.inClient(client.id, async db => {
      await enqueueMail(db, client.id, {
        kind: 'other',
        to: ['a@example.jp'],
        cc: ['b@example.jp'],
        bcc: ['c@example.jp'],
        subject: '【トグチ】工事日が確定しました（髙﨑ハイツ）',
        body: '鈴木 様\n工事日：2026年12月10日(木)',
      })
      await enqueueSms(db, client.id, { kind: 'other', phone: '09012345678', body: '工事日が確定しました。' })
    })
    await world.inClient(null, db =>
      enqueuePlatformMail(db, { kind: 'password_link', to: 'admin@example.jp', subject: 'パスワード再設定', body: '本文' }),
    )
    await sendWaitingMessages(world.platform)
    await sendWaitingMessages(world.platform)
    expect(received.toSorted((a, b) => (a.envelope[0] ?? '').localeCompare(b.envelope[0] ?? ''))).toMatchObject([
      {
        envelope: ['a@example.jp', 'b@example.jp', 'c@example.jp'],
        subject: '【トグチ】工事日が確定しました（髙﨑ハイツ）',
        text: expect.stringContaining('鈴木 様'),
        bcc: undefined,
      },
      { envelope: ['admin@example.jp'], subject: 'パスワード再設定' },
    ])
    expect(await rowsOf(client.id)).toMatchObject([
      { transport: 'mail', state: 'sent', carrier: 'smtp' },
      { transport: 'sms', state: 'sent', carrier: 'outbox' },
    ])
  })

  it('is counted no further than there are ways, however much waits', async () => {
    const client = await buildClient(world)
    await write(client.id, 'many@example.jp')
    const wait = (id: number, count: number) =>
      world.inClient(id, db =>
        sql`insert into outbox_messages (client_id, transport, recipients, subject, body, urgent, next_attempt_at)
          select ${id}, 'mail', '{many@example.jp}', '', '', true, ${world.platform.now()} from generate_series(1, ${count}::int) returning id`.execute(
          db,
        ),
      )
    await wait(client.id, 30)
    const due = (await listDue(world.platform)).filter(one => one.client_id === client.id)
    expect(due.toSorted((a, b) => a.due - b.due)).toEqual([
      { client_id: client.id, transport: 'mail', urgent: false, due: 1 },
      { client_id: client.id, transport: 'mail', urgent: true, due: 8 },
    ])
    await sendWaitingMessages(world.platform)
    expect(received).toHaveLength(31)
  })

  it('tries again later when the server refuses for now, and gives up after the third retry', async () => {
    const client = await buildClient(world)
    await write(client.id, 'd@example.jp')
    refusal = { code: 451, text: 'later' }
    for (const minutes of [1, 2, 17, 100]) {
      later(minutes * 60)
      await sendWaitingMessages(world.platform)
    }
    expect(await rowsOf(client.id)).toMatchObject([{ transport: 'mail', state: 'failed', attempts: 4, failure_code: '451' }])
  })

  it('gives up at once where the recipient does not exist, with what the server said', async () => {
    const client = await buildClient(world)
    await write(client.id, 'nobody@example.jp')
    refusal = { code: 550, text: '5.1.1 no such user' }
    await sendWaitingMessages(world.platform)
    expect(await rowsOf(client.id)).toMatchObject([
      { state: 'failed', attempts: 1, failure_code: '550 5.1.1', last_error: expect.stringContaining('no such user'), sent_at: null },
    ])
  })

  it('writes a short message to no landline', async () => {
    const client = await buildClient(world)
    await world.inClient(client.id, db => enqueueSms(db, client.id, { kind: 'other', phone: '0312345678', body: '本文' }))
    expect(await rowsOf(client.id)).toEqual([])
  })

  it('lets a code pass the letters that a slow relay takes its time with, of its own client and of others', async () => {
    const [slow, other] = [await buildClient(world), await buildClient(world)]
    await world.inClient(slow.id, async db => {
      for (let at = 0; at < 30; at += 1)
        await enqueueMail(db, slow.id, { kind: 'other', to: ['slow@example.jp'], subject: '遅い', body: '本文' })
    })
    const sender = openSender(world.platform)
    await sender.wake()
    await expect.poll(() => held.length).toBe(3)
    await write(other.id, 'code@example.jp', { kind: 'confirmation_code', subject: '確認コード' })
    await write(slow.id, 'own@example.jp', { kind: 'confirmation_code', subject: '自分の確認コード' })
    await write(other.id, 'plain@example.jp', { subject: 'ふつう' })
    await sender.wake()
    await expect.poll(() => new Set(subjects())).toEqual(new Set(['ふつう', '確認コード', '自分の確認コード']))
    // The rest of them waits, and not on the way where it would take everybody's room.
    expect((await states(slow.id)).filter(({ state }) => state === 'sending')).toHaveLength(3)
    const relayIsQuick = setInterval(letGo, 5)
    await expect.poll(() => subjects().filter(subject => subject === '遅い'), { timeout: 30_000 }).toHaveLength(30)
    clearInterval(relayIsQuick)
    await sender.stop()
  })

  it('keeps its connections, and is shared by several processes without a double', async () => {
    const clients = [await buildClient(world), await buildClient(world)]
    for (const client of clients)
      await world.inClient(client.id, async db => {
        for (let at = 0; at < 20; at += 1)
          await enqueueMail(db, client.id, { kind: 'other', to: ['e@example.jp'], subject: `${client.id}-${at}`, body: '本文' })
      })
    await Promise.all([1, 2, 3].map(() => sendWaitingMessages(world.platform)))
    expect(received).toHaveLength(40)
    expect(new Set(subjects()).size).toBe(40)
    expect(connections).toBeLessThan(30)
  })

  it('sends again what a process took with it when it was killed, once its lease is over', async () => {
    const client = await buildClient(world)
    await write(client.id, 'f@example.jp')
    const taken = await claimMessages(world.platform, { client_id: client.id, transport: 'mail', urgent: false, due: 1 }, 5)
    expect(taken).toHaveLength(1)
    await sendWaitingMessages(world.platform)
    expect(received).toEqual([])
    later(61)
    await sendWaitingMessages(world.platform)
    expect(received).toHaveLength(1)
    expect(await states(client.id)).toEqual([{ transport: 'mail', state: 'sent', attempts: 2 }])
  })

  it('says once that the server takes nothing, and once that it does again, and of nobody whom', async () => {
    const client = await buildClient(world)
    const said: unknown[][] = []
    const log = { ...world.platform.log, warn: (...args: unknown[]) => said.push(args), info: (...args: unknown[]) => said.push(args) }
    const sender = openSender({ ...world.platform, log: log as unknown as typeof world.platform.log })
    const sendOne = async (to: string) => {
      await write(client.id, to)
      await sender.wake()
      await expect
        .poll(async () => (await states(client.id)).every(({ attempts, state }) => attempts > 0 && state !== 'sending'))
        .toBe(true)
    }
    refusal = { code: 451, text: 'later, secret@example.jp' }
    await sendOne('secret@example.jp')
    await sendOne('secret2@example.jp')
    expect(said).toEqual([[{ carrier: 'smtp', code: '451' }, 'messages are not taken, and wait']])
    refusal = null
    await sendOne('third@example.jp')
    await sender.stop()
    expect(said.slice(1)).toEqual([[{ carrier: 'smtp' }, 'messages are taken again']])
  })

  it('does not try again what was taken back while it was on its way', async () => {
    const client = await buildClient(world)
    await world.inClient(client.id, async db => {
      await enqueueMail(db, client.id, { kind: 'schedule_changed', to: ['slow@example.jp'], subject: '変更', body: '本文', roomId: 7 })
      await db.updateTable('outbox_messages').set({ tells_place: true }).where('client_id', '=', client.id).execute()
    })
    const sender = openSender(world.platform)
    await sender.wake()
    await expect.poll(() => held.length).toBe(1)
    const recalled = await world.inClient(client.id, db => recallMessagesOfRooms(db, client.id, [7]))
    expect(recalled).toMatchObject([{ room_id: 7, may_have_left: true }])
    refusal = { code: 451, text: 'later' }
    letGo()
    await sender.stop()
    expect(await states(client.id)).toEqual([{ transport: 'mail', state: 'recalled', attempts: 1 }])
  })

  it('blanks what opened a door once it was sent or given up, and nothing else (M8)', async () => {
    const client = await buildClient(world)
    await write(client.id, 'g@example.jp', { kind: 'confirmation_code', body: '確認コード: 123456' })
    await write(client.id, 'h@example.jp', { kind: 'date_confirmed', body: '工事日' })
    await world.inClient(null, db =>
      enqueuePlatformMail(db, { kind: 'password_link', to: 'boss@example.jp', subject: '再設定', body: 'https://…?token=secret' }),
    )
    await sendWaitingMessages(world.platform)
    await write(client.id, 'i@example.jp', { kind: 'invitation', body: '初期パスワード: secret' })
    refusal = { code: 550, text: '5.1.1 no such user' }
    await sendWaitingMessages(world.platform)
    expect((await rowsOf(client.id)).map(({ kind, state, body, recipients }) => [kind, state, body, recipients])).toEqual([
      ['confirmation_code', 'sent', '', ['g@example.jp']],
      ['date_confirmed', 'sent', '工事日', ['h@example.jp']],
      ['invitation', 'failed', '', ['i@example.jp']],
    ])
    const ofPlatform = await world.inClient(null, db =>
      db.selectFrom('platform_messages').where('kind', '=', 'password_link').select(['state', 'body']).execute(),
    )
    expect(ofPlatform.every(({ state, body }) => state === 'sent' && body === '')).toBe(true)
  })

  it('keeps them readable in the trial, whose reader is the only mailbox there is', async () => {
    const trial = { ...world.platform, settings: { ...world.platform.settings, mode: 'trial' as const, smtpUrl: null } }
    const client = await buildClient(world)
    await write(client.id, 'j@example.jp', { kind: 'confirmation_code', body: '確認コード: 654321' })
    await sendWaitingMessages(trial)
    expect(await rowsOf(client.id)).toMatchObject([{ state: 'sent', carrier: 'outbox', body: '確認コード: 654321' }])
  })

  it('never counts a short message as sent where nobody carries it', async () => {
    const production = {
      ...world.platform,
      settings: { ...world.platform.settings, mode: 'production' as const, sms: { carrier: 'none' as const } },
    }
    const client = await buildClient(world)
    await world.inClient(client.id, db => enqueueSms(db, client.id, { kind: 'other', phone: '09012345678', body: '本文' }))
    await sendWaitingMessages(production)
    expect(await rowsOf(client.id)).toMatchObject([{ state: 'failed', failure_code: 'no_carrier', sent_at: null }])
  })
})
