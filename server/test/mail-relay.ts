import { SMTPServer } from 'smtp-server'

/** A real SMTP server on this machine that takes every letter. */
export interface MailRelay {
  /** `smtp://127.0.0.1:…` */
  url: string
  /** To whom letters came, one entry for each recipient, in their order. */
  delivered: readonly string[]
  close(): Promise<void>
}

export const openMailRelay = async (): Promise<MailRelay> => {
  const delivered: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      delivered.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', () => done())
    },
  })
  // A process that is killed hangs up on it.
  smtp.on('error', () => undefined)
  await new Promise<void>(listening => smtp.listen(0, '127.0.0.1', listening))
  const address = smtp.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the relay has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    delivered,
    close: () => new Promise<void>(closed => smtp.close(() => closed())),
  }
}
