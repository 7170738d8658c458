import { SMTPServer } from 'smtp-server'

/*
 * For trying only: an SMTP server that takes every mail of the installation, delivers none, and prints them as they came
 * (`podman logs`). Whoever reads the log reads everybody's links: never beside real people.
 */
/** Japanese travels as base64: decoded where a part or a head says so. */
const readable = mail =>
  mail
    .replace(/=\?utf-8\?b\?([^?]*)\?=(?:\r?\n (?==\?))?/gi, (_, text) => decode(text))
    .replace(/(content-transfer-encoding: base64[^]*?\r?\n\r?\n)([\w+/=\r\n]+)/gi, (_, head, text) => `${head}${decode(text)}\n`)
const decode = text => Buffer.from(text, 'base64').toString('utf8')

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, session, done) => {
    const parts = []
    stream.on('data', part => parts.push(part))
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ')
      console.log(`--- ${new Date().toISOString()} to ${to}\n${readable(Buffer.concat(parts).toString('utf8'))}`)
      done()
    })
  },
})
server.on('error', error => console.error(error.message))
server.listen(1025)
process.on('SIGTERM', () => server.close(() => process.exit(0)))
