import { setTimeout } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { enqueueMail, enqueueMails } from '../server/src/platform/messages/outbox.ts'
import type { Platform } from '../server/src/platform/platform.ts'
import { openSender } from '../server/src/platform/messages/sender.ts'
import { buildClient } from '../server/test/build.ts'

const letters = 300
/** Milliseconds that the relay takes over a letter of the one client. */
const slow = 20_000
/** As server.ts looks for due messages. */
const lookEvery = 1_000
const codes = 5

/**
 * Milliseconds until a confirmation code of another client is taken by the relay, counted from its commit, while 300 letters of one client
 * wait for a relay that needs 20 s for each: the worst of five.
 */
export const measureCodes = async (platform: Platform): Promise<number> => {
  const takenAt = new Map<string, number>()
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const [to] = envelope.rcptTo
      stream.resume()
      stream.on('end', async () => {
        if (to?.address.startsWith('slow')) await setTimeout(slow, undefined, { ref: false })
        else takenAt.set(to?.address ?? '', performance.now())
        done()
      })
    },
  })
  await new Promise<void>(listening => relay.listen(0, '127.0.0.1', listening))
  const address = relay.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const sending: Platform = { ...platform, settings: { ...platform.settings, smtpUrl: `smtp://127.0.0.1:${port}` } }
  const ground = { inClient: platform.pool.write, platform }
  const [slowClient, client] = [await buildClient(ground), await buildClient(ground)]
  await platform.pool.write(slowClient.id, db =>
    enqueueMails(
      db,
      slowClient.id,
      Array.from({ length: letters }, (_, at) => ({
        kind: 'answer_reminder' as const,
        to: `slow${at}@example.jp`,
        subject: 'お願い',
        body: 'ご回答をお願いします。',
        eventId: undefined,
      })),
    ),
  )
  const sender = openSender(sending)
  const looking = setInterval(() => void sender.wake(), lookEvery)
  const waits: number[] = []
  try {
    await setTimeout(2 * lookEvery)
    for (let at = 0; at < codes; at += 1) {
      const to = `code${at}@example.jp`
      await platform.pool.write(client.id, db =>
        enqueueMail(db, client.id, { kind: 'confirmation_code', to: [to], subject: '確認コード', body: '確認コード: 123456' }),
      )
      const from = performance.now()
      while (!takenAt.has(to) && performance.now() - from < slow) await setTimeout(20)
      waits.push((takenAt.get(to) ?? Infinity) - from)
    }
  } finally {
    clearInterval(looking)
    await sender.stop()
    relay.close()
  }
  return Math.max(...waits)
}
