import nodemailer from 'nodemailer'
import { type Carrier, NotTaken } from './carrier.ts'

const second = 1_000
/** Milliseconds for a server to be there and to say hello. */
const patience = { connectionTimeout: 10 * second, greetingTimeout: 10 * second }

export interface Connections {
  urgent: number
  ordinary: number
}

/**
 * Mail by SMTP over kept connections; those for urgent letters are their own, so that a code never waits behind a list. A letter is taken
 * when the server has answered to its end. It is never handed over twice by the transport: whether to try again is the outbox's affair.
 */
export const smtpCarrier = ({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }, connections: Connections): Carrier => {
  const open = (maxConnections: number) =>
    nodemailer.createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections,
      maxRequeues: 0,
      // Servers hang up on who is silent for long, and a letter that is handed over in that moment is lost to its try.
      idleTimeout: 30 * second,
      ...patience,
      // Relays that look into letters answer late; whoever hangs up meanwhile sends twice.
      socketTimeout: 120 * second,
    })
  const [urgent, ordinary] = [open(connections.urgent), open(connections.ordinary)]
  const domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'localhost'
  return {
    name: 'smtp',
    async deliver(letter, signal) {
      const taken = await (letter.urgent ? urgent : ordinary)
        .sendMail({
          from: mailFrom,
          to: [...letter.recipients],
          cc: [...letter.cc],
          bcc: [...letter.bcc],
          subject: letter.subject,
          text: letter.body,
          // The same at every try: should one have arrived in spite of its error, mailboxes show the letter once.
          messageId: `<${letter.clientId ?? 'platform'}.${letter.id}@${domain}>`,
          signal,
        })
        .catch((error: unknown) => {
          throw refusalOf(error)
        })
      const { rejected } = taken
      return {
        carrierMessageId: null,
        ...(rejected.length === 0 ? {} : { remark: { code: 'rejected_some', text: rejected.join(', ') } }),
      }
    },
    close() {
      urgent.close()
      ordinary.close()
    },
  }
}

/** Connects to the server as before a letter, says hello and signs in. Rejects with what went wrong. */
export const trySmtp = async (smtpUrl: string): Promise<void> => {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    ...patience,
    socketTimeout: 20 * second,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** What nodemailer throws: what the server said to which command, or how the connection broke. */
interface SmtpError extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** A server that refuses this recipient or this letter for good (5xx) is not asked again; everything else may pass. */
const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { code, command = '', response = '', responseCode }: SmtpError = error
  if (responseCode === undefined) return error
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  const isAboutThis = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE'
  return new NotTaken(response || error.message, {
    code: status === undefined ? String(responseCode) : `${responseCode} ${status}`,
    isFinal: isAboutThis && responseCode >= 500 && responseCode < 600,
  })
}
