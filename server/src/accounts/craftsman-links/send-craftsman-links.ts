import type { ClientId } from '@toguchi/domain/access/actor'
import {
  channelsOf,
  craftsmanLinkPath,
  invitationDays,
  type LinkChannel,
  signInLinkMinutes,
} from '@toguchi/domain/accounts/craftsman-links'
import type { Db } from '../../platform/database/database.ts'
import { partsOf } from '../../platform/database/rows.ts'
import { originOf } from '../../platform/http/hosts.ts'
import { enqueueMessages, mailMessage, type Message, smsMessage } from '../../platform/messages/outbox.ts'
import type { Platform } from '../../platform/platform.ts'
import { newShortToken, sha256 } from '../../platform/secrets.ts'
import { offersSms } from '../../platform/settings.ts'
import { findClientStatus } from '../account-queries.ts'
import { type CraftsmanLinkPurpose, insertCraftsmanLinks, saveInvitations } from './craftsman-link-queries.ts'

interface Linked {
  id: number
  name: string
  login_id: string
  eventId?: number | undefined
}

/** Where a link goes. */
export interface SentTo {
  by: LinkChannel
  contact: string
}

const minute = 60_000
const lifetimes: Readonly<Record<CraftsmanLinkPurpose, number>> = {
  invitation: invitationDays * 24 * 60 * minute,
  sign_in: signInLinkMinutes * minute,
}

/** By short message where there is a mobile number, else by mail; `wanted`, where that reaches them. Null: nothing does. */
export const invitationTo = (
  platform: Platform,
  person: { email: string | null; phone: string | null },
  wanted?: LinkChannel | null,
): SentTo | null => {
  const channels = channelsOf(person, offersSms(platform.settings))
  const by = channels.find(channel => channel === wanted) ?? channels[0]
  const contact = by === 'sms' ? person.phone : person.email
  return by === undefined || contact === null ? null : { by, contact }
}

/** Sends each craftsman a link that opens a session, to where they are invited or have proven to be (decision 084). */
export const sendCraftsmanLinks = async (
  platform: Platform,
  db: Db,
  clientId: ClientId,
  purpose: CraftsmanLinkPurpose,
  people: readonly (Linked & { to: SentTo })[],
): Promise<void> => {
  const client = await findClientStatus(db, clientId)
  // The application of craftsmen lives at one host (D-40).
  const origin = originOf(platform.settings.apiHostTemplate, null)
  const now = platform.now()
  const expires_at = new Date(now.getTime() + lifetimes[purpose])
  for (const part of partsOf(people)) {
    const links = part.map(person => ({ person, token: newShortToken() }))
    await insertCraftsmanLinks(
      db,
      clientId,
      links.map(({ person: { id, to }, token }) => ({
        purpose,
        account_id: id,
        token_hash: sha256(token),
        expires_at,
        sent_by: to.by,
        sent_to: to.by === 'mail' ? to.contact.toLowerCase() : to.contact,
      })),
    )
    if (purpose === 'invitation')
      await saveInvitations(
        db,
        clientId,
        part.map(({ id, to }) => ({ id, invited_by: to.by })),
        now,
      )
    const messages = links.flatMap(({ person, token }) =>
      messageOf(platform.settings.appName, purpose, person, { company: client?.name ?? '', url: `${origin}${craftsmanLinkPath(token)}` }),
    )
    await enqueueMessages(db, clientId, messages)
  }
}

const messageOf = (
  appName: string,
  purpose: CraftsmanLinkPurpose,
  { to, eventId, ...person }: Linked & { to: SentTo },
  { company, url }: { company: string; url: string },
): Message[] => {
  const kind = purpose === 'invitation' ? 'invitation' : 'sign_in_link'
  const what = purpose === 'invitation' ? `${company}の現場の招待です。` : `${company}のログイン（${signInLinkMinutes}分以内）`
  if (to.by === 'sms') return smsMessage({ kind, phone: to.contact, body: `【${appName}】${what}\n${url}`, eventId })
  const text = purpose === 'invitation' ? invitationMail(company, person.login_id, url) : signInMail(company, url)
  return mailMessage({
    kind,
    to: [to.contact],
    subject: `【${appName}】${purpose === 'invitation' ? `${company}からの招待` : 'ログイン用リンク'}`,
    body: `${person.name} 様\n\n${text}`,
    ...(eventId === undefined ? {} : { eventId }),
  })
}

const invitationMail = (company: string, loginId: string, url: string) =>
  `${company}の現場の仕事に招待されました。\n\n次のリンクを開いて「はじめる」を押すと、すぐに使えます。パスワードはいりません。\n${url}\n\nリンクは${invitationDays}日間、1回だけ使えます。\n\nログインID: ${loginId}\n（パスワードを決めると、ログインIDでもログインできます）\n\nお心当たりのない場合は、このメールを破棄してください。\n`

const signInMail = (company: string, url: string) =>
  `次のリンクを開くと、${company}のアカウントにログインできます。\n${url}\n\nリンクは${signInLinkMinutes}分間、1回だけ使えます。\n\nお心当たりのない場合は、このメールを破棄してください。\n`
