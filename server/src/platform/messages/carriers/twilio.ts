import twilio from 'twilio'
import { originOf } from '../../http/hosts.ts'
import type { ServerSettings, TwilioSettings } from '../../settings.ts'
import { type Carrier, NotTaken } from './carrier.ts'

/** 09012345678 as the world dials it. */
const internationalOf = (phone: string): string => `+81${phone.slice(1)}`
/** +819012345678 as the API keeps it; null for a number of another country. */
export const domesticOf = (number: string): string | null => (/^\+81\d{9,10}$/.test(number) ? `0${number.slice(3)}` : null)

const reports = '/api/messages/twilio/reports'
/** Where Twilio sends what residents answer; the owner of the account enters it there. */
export const repliesUrl = (settings: Pick<ServerSettings, 'apiHostTemplate'>): string =>
  `${originOf(settings.apiHostTemplate, null)}/api/messages/twilio/replies`
/** Where it reports what became of a try. */
export const reportUrl = (
  settings: Pick<ServerSettings, 'apiHostTemplate'>,
  { clientId, id, attempt }: { clientId: number; id: number; attempt: number },
): string => `${originOf(settings.apiHostTemplate, null)}${reports}/${clientId}/${id}/${attempt}`

/**
 * Short messages by Twilio's own SDK. Taken is what Twilio has queued; what became of it is reported by its signed webhooks. A number that
 * is none, or that said STOP to Twilio, is not tried again.
 */
export const twilioCarrier = (settings: ServerSettings, sms: TwilioSettings): Carrier => {
  const client = twilio(sms.accountSid, sms.authToken, { timeout: 30_000 })
  if (sms.apiUrl !== null) client.api.baseUrl = sms.apiUrl
  return {
    name: 'twilio',
    async deliver({ clientId, id, attempt, recipients: [phone = ''], body }) {
      if (clientId === null) throw new NotTaken('a short message belongs to a client', { code: null, isFinal: true })
      const { sid } = await client.messages
        .create({
          to: internationalOf(phone),
          ...(sms.sender.startsWith('MG') ? { messagingServiceSid: sms.sender } : { from: sms.sender }),
          body,
          statusCallback: reportUrl(settings, { clientId, id, attempt }),
        })
        .catch((error: unknown) => {
          throw refusalOf(error)
        })
      return { carrierMessageId: sid }
    },
    close() {},
  }
}

/** Whether Twilio itself sent these fields to this address. */
export const isSignedByTwilio = (
  { authToken }: Pick<TwilioSettings, 'authToken'>,
  signature: string | undefined,
  url: string,
  fields: Readonly<Record<string, string>>,
): boolean => signature !== undefined && twilio.validateRequest(authToken, signature, url, { ...fields })

/** https://www.twilio.com/docs/api/errors/21610 */
const unsubscribed = 21_610
/**
 * What is wrong with this number, and stays so: not a number, not reached by SMS, not a mobile one, blocked, unknown. Everything else is of
 * our account, our sender or the hour, and is tried again (https://www.twilio.com/docs/api/errors).
 */
const ofTheNumber = new Set([21_211, 21_214, 21_217, 21_408, 21_421, unsubscribed, 21_612, 21_614, 30_003, 30_005, 30_006])

const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof twilio.RestException)) return error
  return new NotTaken(error.message, {
    code: String(error.code ?? error.status),
    isOptOut: error.code === unsubscribed,
    isFinal: ofTheNumber.has(error.code ?? 0),
  })
}
