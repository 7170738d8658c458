import type { ReachedActor } from '@toguchi/domain/access/actor'
import { passwordProblem } from '@toguchi/domain/accounts/password'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import type { completionBooks } from '@toguchi/domain/completion-books/contract'
import { randomBytes } from 'node:crypto'
import { findClientByUuid } from '../clients/clients.ts'
import { checkUnderLimit, giveBackAttempt, spendAttempt } from '../platform/attempts/attempts.ts'
import { limitOf } from '../platform/attempts/attempt-limits.ts'
import { toInstant } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import { originOf } from '../platform/http/hosts.ts'
import { networkOf } from '../platform/http/network.ts'
import { invalid, notFound, refused, tooMany } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { hashPassword, passwordMatches, sha256 } from '../platform/secrets.ts'
import { presentLink, presentVolumes } from './present.ts'
import { countOpening, findAddress, findEdition, findGoodLink, findLink, insertLink, withdrawLink } from './queries.ts'

/** 128 bits: nobody comes to an address by trying. */
const newAddressToken = (): string => randomBytes(16).toString('base64url')
const day = 24 * 60 * 60 * 1000

type NewLink = BodyOf<(typeof completionBooks)['POST /api/constructions/:construction_id/completion_book/links']>

/** Opens an edition to whoever has the address and the password. The password is hashed before anything of the database is held. */
export const openToOthers = async (
  platform: Platform,
  actor: ReachedActor,
  constructionId: number,
  { edition_id, password, days }: NewLink,
  ip: string,
) => {
  const problem = passwordProblem(password)
  if (problem !== null) throw invalid({ password: [problem] })
  const password_digest = await hashPassword(password, ip)
  const token = newAddressToken()
  const now = platform.now()
  return platform.pool.write(actor.clientId, async db => {
    const edition = await findEdition(db, actor.clientId, constructionId, edition_id)
    if (!edition) throw notFound()
    const expires_at = new Date(now.getTime() + days * day)
    const id = await insertLink(db, actor, { edition_id, token_hash: sha256(token), password_digest, created_at: now, expires_at })
    await recordEvent(db, {
      kind: 'completion_books.link_made',
      actor,
      clientId: actor.clientId,
      constructionId,
      subject: { type: 'completion_book_links', id },
      change: { number: edition.number, with_names: edition.with_names, expires_at: toInstant(expires_at) },
    })
    const link = await findLink(db, actor.clientId, constructionId, id)
    const { uuid, cd } = await findAddress(db, actor.clientId)
    if (!link) throw new Error('a link that was not written')
    return {
      message: 'リンクを作成しました。',
      url: `${originOf(platform.settings.apiHostTemplate, cd)}/completion_books/${uuid}/${token}`,
      link: presentLink(link, now),
    }
  })
}

/** Withdraws a link; one that was withdrawn before stays so. */
export const withdraw = async (platform: Platform, db: Db, actor: ReachedActor, constructionId: number, id: number) => {
  const { clientId } = actor
  if (!(await findLink(db, clientId, constructionId, id))) throw notFound()
  if (await withdrawLink(db, clientId, id, platform.now()))
    await recordEvent(db, {
      kind: 'completion_books.link_withdrawn',
      actor,
      clientId,
      constructionId,
      subject: { type: 'completion_book_links', id },
    })
  const link = await findLink(db, clientId, constructionId, id)
  if (!link) throw notFound()
  return presentLink(link, platform.now())
}

const linkGone = () =>
  refused('このリンクは使えません。期限が切れたか、取り消されています。リンクを送った人にお問い合わせください。', 'link_gone')

const locked = (seconds: number) =>
  tooMany(`パスワードの誤りが続いたため、受け付けを止めています。あと${Math.ceil(seconds / 60)}分ほどお待ちください。`, seconds)

const wrongPasswordText = (count: number): string => {
  const left = limitOf('completion_book:password').most - count
  return `パスワードが正しくありません。${left > 0 ? `あと${left}回まちがえると、` : ''}しばらく受け付けられません。`
}

type Looking = BodyOf<(typeof completionBooks)['POST /api/completion_books/look']>

const ofNetworkOf = (ip: string) => ({ scope: 'completion_book:network', subject: networkOf(ip) }) as const

/** The link behind an address and its client, as they are now; throws 422 `link_gone` where it leads nowhere. */
const reachLink = async (platform: Platform, { client_uuid, token }: Looking) => {
  const client = await platform.pool.read(null, db => findClientByUuid(db, client_uuid))
  const find = (db: Db) => (client ? findGoodLink(db, client.id, sha256(token), platform.now()) : Promise.resolve(undefined))
  const link = client && (await platform.pool.read(client.id, find))
  if (!client || !link || client.status === 'terminated') throw linkGone()
  return { client, link, find }
}

/** Whether an address leads anywhere, before anybody types a password. What does not counts by network. */
export const lookAtLink = async (platform: Platform, looking: Looking, ip: string): Promise<void> => {
  await spendAttempt(platform, ofNetworkOf(ip))
  await reachLink(platform, looking)
  await giveBackAttempt(platform, ofNetworkOf(ip))
}

type Opening = BodyOf<(typeof completionBooks)['POST /api/completion_books/open']>

/**
 * What a link leads to. Who tries addresses is counted by network, who tries passwords by link and network, and by link in all; neither hears anything of a book that
 * they do not get. A link that is unknown, withdrawn or run out is the same, and so is one of a client whose contract
 * has ended.
 */
export const openShared = async (platform: Platform, { password, ...looking }: Opening, ip: string) => {
  const ofNetwork = ofNetworkOf(ip)
  await spendAttempt(platform, ofNetwork)
  const { client, link, find } = await reachLink(platform, looking)
  const ofLink = { scope: 'completion_book:link', subject: `${client.id}/${link.id}` } as const
  const { result, count } = await checkUnderLimit(
    platform,
    { scope: 'completion_book:password', subject: `${ofLink.subject}/${networkOf(ip)}` },
    async () => {
      // After the network's own limit: what that refuses does not count against others.
      await spendAttempt(platform, ofLink, locked)
      if (!(await passwordMatches(password, link.password_digest, ip))) return null
      await giveBackAttempt(platform, ofLink)
      return true
    },
    { refusal: locked },
  )
  if (result === null) throw refused(wrongPasswordText(count), 'password_wrong')
  await giveBackAttempt(platform, ofNetwork)
  return platform.pool.write(client.id, async db => {
    // Withdrawn while the password was looked at: it leads nowhere.
    const now = await find(db)
    const edition = now && (await findEdition(db, now.client_id, now.construction_id, now.edition_id))
    if (!now || !edition) throw linkGone()
    await countOpening(db, now.client_id, now.id, platform.now())
    await recordEvent(db, {
      kind: 'completion_books.link_opened',
      actor: 'system',
      clientId: now.client_id,
      constructionId: now.construction_id,
      subject: { type: 'completion_book_links', id: now.id },
      channel: 'web',
      change: { number: edition.number },
    })
    const { title, building_name, issuer } = now
    return {
      title,
      building_name,
      issuer,
      number: edition.number,
      interim: edition.interim,
      made_at: toInstant(edition.made_at),
      expires_at: toInstant(now.expires_at),
      volumes: presentVolumes(platform, { clientId: now.client_id }, edition),
    }
  })
}
