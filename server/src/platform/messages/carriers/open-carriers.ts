import type { Platform } from '../../platform.ts'
import type { ServerSettings } from '../../settings.ts'
import { type Carrier, NotTaken } from './carrier.ts'
import { lineCarrier } from './line.ts'
import { type Connections, smtpCarrier } from './smtp.ts'
import { twilioCarrier } from './twilio.ts'

export interface Carriers {
  mail: Carrier
  line: Carrier
  sms: Carrier
}

/** The carriers of these settings. Without SMTP there is the reader of the trial (`/api/dev/mails`): what it shows went nowhere. */
export const openCarriers = (platform: Platform, connections: Connections): Carriers => {
  const { settings } = platform
  return {
    mail:
      settings.smtpUrl === null ? reader(settings) : smtpCarrier({ smtpUrl: settings.smtpUrl, mailFrom: settings.mailFrom }, connections),
    line: lineCarrier(platform),
    sms: smsCarrier(settings),
  }
}

const smsCarrier = (settings: ServerSettings): Carrier => {
  const { sms } = settings
  if (sms.carrier === 'twilio') return twilioCarrier(settings, sms)
  return sms.carrier === 'outbox' ? reader(settings) : nobody
}

const reader = ({ mode }: ServerSettings): Carrier => ({
  name: 'outbox',
  async deliver({ recipients, subject }) {
    if (mode === 'trial') console.info(`[outbox] ${recipients.join(', ')} ${subject}`)
    return { carrierMessageId: null }
  },
  close() {},
})

/** Nobody takes short messages here: what waits from before is given up, and never counted as sent. */
const nobody: Carrier = {
  name: 'none',
  deliver: () => Promise.reject(new NotTaken('no carrier of short messages is set', { code: 'no_carrier', isFinal: true })),
  close() {},
}
