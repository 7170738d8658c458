import type { CraftsmanLink } from '@toguchi/domain/accounts/craftsman-links-contract'
import { type LinkState, maskedContact } from '@toguchi/domain/accounts/craftsman-links'
import { isMobile } from '@toguchi/domain/messages/mobile'
import { foldTelephone } from '@toguchi/domain/text/telephone'
import { spendAttempt } from '../../platform/attempts/attempts.ts'
import { networkOf } from '../../platform/http/network.ts'
import { notFound, refused } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { sha256 } from '../../platform/secrets.ts'
import { offersSms } from '../../platform/settings.ts'
import type { Account } from '../account.ts'
import { recordAccountEvent } from '../account-events.ts'
import { dropPasswords, findClientStatus, lockAccountRow } from '../account-queries.ts'
import { findPerson } from '../joins/join-queries.ts'
import { enter, refuseTerminated } from '../sessions/sign-in.ts'
import {
  type CraftsmanLinkRow,
  findCraftsmanLink,
  findLinkedCraftsman,
  listCraftsmenOfContact,
  openCraftsmanLink,
  saveProvenContact,
  supersedeCraftsmanLinks,
} from './craftsman-link-queries.ts'
import { sendCraftsmanLinks, type SentTo } from './send-craftsman-links.ts'

type LinkedCraftsman = NonNullable<Awaited<ReturnType<typeof findLinkedCraftsman>>>

const accountOfLink = ({ client_id, account_id }: CraftsmanLinkRow): Account => ({
  strategy: 'user',
  clientId: client_id,
  accountId: account_id,
})

/** Unknown ones are counted: nobody looks for links that are some. */
const reachLink = async (platform: Platform, token: string, ip: string): Promise<CraftsmanLinkRow> => {
  const link = await platform.pool.read(null, db => findCraftsmanLink(db, sha256(token)))
  if (link) return link
  await spendAttempt(platform, { scope: 'craftsman_link:network', subject: networkOf(ip) })
  throw notFound()
}

/** Whether a link went to where the account is reached: what its owner has proven, or, before anybody came, where it is invited. */
const stillReaches = (link: CraftsmanLinkRow, person: LinkedCraftsman): boolean => {
  const contact = link.sent_by === 'sms' ? person.phone : person.email
  const proven = link.sent_by === 'sms' ? person.proven_phone : person.proven_email
  return link.sent_to === (person.is_opened ? proven : contact?.toLowerCase())
}

const stateOf = (link: CraftsmanLinkRow, person: LinkedCraftsman | undefined, now: Date): LinkState => {
  if (!person) return 'withdrawn'
  if (link.ended_as !== null) return link.ended_as
  return link.used_at !== null || link.expires_at <= now ? 'expired' : 'open'
}

/** What the page of a link says; a withdrawn one may be in a stranger's hands and names nobody. */
export const showCraftsmanLink = async (platform: Platform, token: string, ip: string): Promise<CraftsmanLink> => {
  const link = await reachLink(platform, token, ip)
  const client = await platform.pool.read(null, db => findClientStatus(db, link.client_id))
  const person = await platform.pool.read(link.client_id, db => findLinkedCraftsman(db, link.client_id, link.account_id))
  const state = client?.status === 'contracted' ? stateOf(link, person, platform.now()) : 'withdrawn'
  const named = state === 'withdrawn' ? undefined : person
  return {
    purpose: link.purpose,
    state,
    client: { cd: client?.cd ?? '', name: client?.name ?? '' },
    contractor_name: named?.contractor_name ?? null,
    name: named?.name ?? null,
    sent_by: link.sent_by,
    sent_to: maskedContact(link.sent_to),
  }
}

const closedTexts: Readonly<Record<Exclude<LinkState, 'open'>, string>> = {
  opened: 'このリンクはすでに使われました。',
  expired: 'このリンクの有効期限が切れています。',
  superseded: '新しいリンクをお送りしています。新しいほうを開いてください。',
  withdrawn: 'このリンクは取り消されました。会社にお問い合わせください。',
}
const closed = (state: Exclude<LinkState, 'open'>) => refused(closedTexts[state], `link_${state}`)

/**
 * Opens a session by a link, once: whoever holds it reads the contact it went to, which is proven by that. A first password that was mailed
 * to the same account lies somewhere unused, and is worth nothing from then on.
 */
export const signInByLink = async (platform: Platform, token: string, ip: string) => {
  const link = await reachLink(platform, token, ip)
  await refuseTerminated(platform, link.client_id)
  const account = accountOfLink(link)
  const now = platform.now()
  return platform.pool.write(link.client_id, async db => {
    const row = await lockAccountRow(db, account)
    const person = row && (await findLinkedCraftsman(db, link.client_id, link.account_id))
    if (!row || !(await openCraftsmanLink(db, sha256(token), now))) {
      const state = stateOf(link, person, now)
      throw closed(state === 'open' ? 'opened' : state)
    }
    if (row.password_change_required === true) await dropPasswords(db, link.client_id, [link.account_id])
    await saveProvenContact(
      db,
      link.client_id,
      link.account_id,
      link.sent_by === 'sms' ? { proven_phone: link.sent_to } : { proven_email: link.sent_to },
    )
    await recordAccountEvent(db, account, 'accounts.link_opened')
    return enter(platform, db, account, row.login_id)
  })
}

/** Sends a new link to where the old one went, and nowhere else: who opens a used link may be anybody. */
export const renewCraftsmanLink = async (platform: Platform, token: string, ip: string): Promise<string> => {
  const link = await reachLink(platform, token, ip)
  await refuseTerminated(platform, link.client_id)
  await spendAttempt(platform, { scope: 'craftsman_link:renewal', subject: `${link.client_id}:${link.account_id}` })
  await platform.pool.write(link.client_id, async db => {
    if (!(await lockAccountRow(db, accountOfLink(link)))) throw closed('withdrawn')
    const person = await findLinkedCraftsman(db, link.client_id, link.account_id)
    if (!person || !stillReaches(link, person)) throw closed('withdrawn')
    await supersedeCraftsmanLinks(db, link.client_id, person.id, platform.now())
    const to = { by: link.sent_by, contact: link.sent_to }
    await sendCraftsmanLinks(platform, db, link.client_id, person.is_opened ? 'sign_in' : 'invitation', [{ ...person, to }])
  })
  return `${maskedContact(link.sent_to)} に新しいリンクを送りました。`
}

const foldContact = (typed: string): SentTo | null => {
  const contact = typed.normalize('NFKC').trim().toLowerCase()
  if (contact.includes('@')) return { by: 'mail', contact }
  const digits = foldTelephone(contact)
  return isMobile(digits) ? { by: 'sms', contact: digits } : null
}

/**
 * Sends whoever proved a contact a link each to their accounts, one for those that are joined; says the same whether anybody did. Nobody
 * but the owner proves one, so that what the office writes into an account leads no link anywhere.
 */
export const sendSignInLinks = async (platform: Platform, typed: string, ip: string): Promise<void> => {
  const to = foldContact(typed)
  await spendAttempt(platform, { scope: 'sign_in_link:network', subject: networkOf(ip) })
  await spendAttempt(platform, { scope: 'sign_in_link:contact', subject: to?.contact ?? typed.trim().toLowerCase() })
  if (to === null || (to.by === 'sms' && !offersSms(platform.settings))) return
  const accounts = await platform.pool.read(null, async db => {
    const persons = new Set<string>()
    const chosen = []
    for (const account of await listCraftsmenOfContact(db, to.contact)) {
      const person = await findPerson(db, account)
      if (person !== null && persons.has(person)) continue
      if (person !== null) persons.add(person)
      chosen.push(account)
    }
    return chosen
  })
  for (const { client_id, user_id } of accounts)
    await platform.pool.write(client_id, async db => {
      const person = await findLinkedCraftsman(db, client_id, user_id)
      if (person) await sendCraftsmanLinks(platform, db, client_id, 'sign_in', [{ ...person, to }])
    })
}
