import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { buildClient } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { sendWaitingMessages } from './sender.ts'
import { enqueueMail, enqueuePlatformMail, enqueueSms } from './outbox.ts'

interface Received {
  envelope: string[]
  subject: string | undefined
  text: string | undefined
  bcc: unknown
}

/** A real SMTP server that keeps what it is given, and refuses while it is told to. */
const received: Received[] = []
let refusing = false
const keep = async (message: Buffer, recipients: readonly { address: string }[]) => {
  const { subject, text, bcc } = await PostalMime.parse(message)
  received.push({ envelope: recipients.map(({ address }) => address), subject, text, bcc })
}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refusing ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined),
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      void keep(Buffer.concat(chunks), session.envelope.rcptTo).finally(done)
    })
  },
})
await new Promise<void>(listening => smtp.listen(0, '127.0.0.1', listening))
const address = smtp.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
afterAll(() => new Promise<void>(closed => smtp.close(() => closed())))

const world = await openWorld({ smtpUrl: `smtp://127.0.0.1:${port}` })
const states = (clientId: number) =>
  world.inClient(clientId, db => db.selectFrom('outbox_messages').select(['transport', 'state', 'attempts']).orderBy('id').execute())

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
      enqueuePlatformMail(db, { kind: 'other', to: 'admin@example.jp', subject: 'パスワード再設定', body: '本文' }),
    )
    await sendWaitingMessages(world.platform)
    await sendWaitingMessages(world.platform)
    expect(received).toMatchObject([
      {
        envelope: ['a@example.jp', 'b@example.jp', 'c@example.jp'],
        subject: '【トグチ】工事日が確定しました（髙﨑ハイツ）',
        text: expect.stringContaining('鈴木 様'),
        bcc: undefined,
      },
      { envelope: ['admin@example.jp'], subject: 'パスワード再設定' },
    ])
    expect(await states(client.id)).toMatchObject([
      { transport: 'mail', state: 'sent' },
      { transport: 'sms', state: 'sent' },
    ])
  })

  it('tries again later when the server refuses, and gives up after the third retry', async () => {
    const client = await buildClient(world)
    await world.inClient(client.id, db =>
      enqueueMail(db, client.id, { kind: 'other', to: ['d@example.jp'], subject: '件名', body: '本文' }),
    )
    refusing = true
    const start = world.platform.now().getTime()
    for (const minutes of [1, 3, 20, 120]) {
      world.setNow(new Date(start + minutes * 60_000).toISOString())
      await sendWaitingMessages(world.platform)
    }
    refusing = false
    expect(await states(client.id)).toEqual([{ transport: 'mail', state: 'failed', attempts: 4 }])
  })
})
