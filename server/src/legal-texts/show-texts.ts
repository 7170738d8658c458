import type { IncomingHttpHeaders } from 'node:http'
import type { ClientId, SessionActor } from '@toguchi/domain/access/actor'
import type { CurrentTexts, LegalText, LegalTextVersion } from '@toguchi/domain/legal-texts/contract'
import { fillText, platformEdition, platformTexts, type TextField } from '@toguchi/domain/legal-texts/platform-texts'
import { type LegalTextKind, legalTextKinds } from '@toguchi/domain/legal-texts/kinds'
import { onRequest, presentSections, type Sections, versionName } from '@toguchi/domain/legal-texts/sections'
import { type CallCenter, callCenterOf, type ContactColumns, phoneWithHours } from '@toguchi/domain/messages/call-center'
import { toDay } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { clientCodeOfHost } from '../platform/http/hosts.ts'
import type { Guest } from '../platform/http/identity.ts'
import { notFound } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import type { ServerSettings } from '../platform/settings.ts'
import {
  type CompanyRow,
  findCompany,
  findRetentionMonths,
  findUpcoming,
  findVersion,
  listVersionsInForce,
  type VersionRow,
} from './queries.ts'

/** The kind in an address; 404 for any other word. */
export const kindOf = (text: string): LegalTextKind => {
  const kind = legalTextKinds.find(one => one === text)
  if (kind === undefined) throw notFound()
  return kind
}

interface Asked {
  host: string | undefined
  headers: IncomingHttpHeaders
}

interface Caller {
  client: string | undefined
  actor: Guest | SessionActor
  request: Asked
}

/**
 * The company whose texts are asked for: named, else that of who asks, else the host's, else the one that was chosen; null is nobody's.
 * 404 for a uuid that is none. In a transaction that is over before the company's is begun: guests who held two connections each would
 * wait for one another.
 */
export const companyOf = (platform: Platform, caller: Caller): Promise<CompanyRow | null> =>
  platform.pool.read(null, db => findCompanyOf(platform, db, caller))

const findCompanyOf = async (
  platform: Platform,
  db: Db,
  { client, actor, request: { host, headers } }: Caller,
): Promise<CompanyRow | null> => {
  if (client !== undefined) {
    const company = await findCompany(db, { uuid: client })
    if (!company) throw notFound()
    return company
  }
  const own = ownClientOf(actor)
  const chosen = headers['x-client-code']
  const cd = clientCodeOfHost(platform.settings.apiHostTemplate, host) ?? (typeof chosen === 'string' ? chosen : null)
  return (own === null ? undefined : await findCompany(db, { id: own })) ?? (cd === null ? null : ((await findCompany(db, { cd })) ?? null))
}

const ownClientOf = (actor: Guest | SessionActor): number | null =>
  actor.kind === 'guest' ? null : 'partOf' in actor ? actor.partOf : actor.clientId

export const versionOf = (row: Pick<VersionRow, 'id' | 'number' | 'effective_on'> | null, edition = platformEdition): LegalTextVersion => ({
  id: row?.id ?? null,
  number: row?.number ?? null,
  name: versionName(row?.number ?? null, edition),
  effective_on: row?.effective_on ?? null,
})

/** The version of each kind in force; the platform's own where the company has published none. `db` is bound to the client. */
export const currentTexts = async (platform: Platform, db: Db, clientId: ClientId): Promise<CurrentTexts> => {
  const rows = await listVersionsInForce(db, clientId, toDay(platform.now()))
  const current = (kind: LegalTextKind) => versionOf(rows.find(row => row.kind === kind) ?? null)
  return { terms: current('terms'), privacy_policy: current('privacy_policy') }
}

export const platformVersions: CurrentTexts = { terms: versionOf(null), privacy_policy: versionOf(null) }

/** A text as anybody reads it; 404 for a version that is not there. */
export const showText = async (
  platform: Platform,
  company: CompanyRow | null,
  kind: LegalTextKind,
  number: number | undefined,
): Promise<LegalText> => {
  if (company === null) {
    if (number !== undefined) throw notFound()
    const sections = fillText(platformTexts[kind], fieldsOfPlatform(platform.settings))
    return { ...versionOf(null), kind, client: null, sections: presentSections(kind, sections), upcoming: null }
  }
  return platform.pool.read(company.id, async db => {
    const today = toDay(platform.now())
    const row =
      number === undefined
        ? ((await listVersionsInForce(db, company.id, today)).find(version => version.kind === kind) ?? null)
        : await findVersion(db, company.id, kind, number)
    if (row === undefined) throw notFound()
    const upcoming = (await findUpcoming(db, company.id, kind, today)) ?? null
    return {
      ...versionOf(row),
      kind,
      client: { uuid: company.uuid, name: company.name },
      sections: presentSections(kind, row?.sections ?? (await usualText(platform, db, company, kind))),
      upcoming: upcoming?.number === row?.number ? null : upcoming,
    }
  })
}

/** The platform's text with the company's name in it: what holds where it has published none, and what a first draft begins with. */
export const usualText = async (platform: Platform, db: Db, company: CompanyRow, kind: LegalTextKind): Promise<Sections> =>
  fillText(platformTexts[kind], fieldsOfCompany(platform.settings, company, await findRetentionMonths(db, company.id)))

const fieldsOfCompany = (settings: ServerSettings, company: CompanyRow, months: number): Record<TextField, string> => ({
  会社名: company.name,
  所在地: company.address ?? onRequest,
  代表者: company.representative_name ?? onRequest,
  苦情の窓口: deskOf(company.name, callCenterOf(contactOf(company), settings.callCenterPhone)),
  保存期間: `${months}か月`,
  システム名: settings.appName,
  委託先: ['・工事・点検を行う協力会社', '・本システムの運営者', ...servicesOf(settings)].join('\n'),
})

const fieldsOfPlatform = (settings: ServerSettings): Record<TextField, string> => {
  const name = settings.operator.name ?? `${settings.appName}の運営者`
  return {
    会社名: name,
    所在地: settings.operator.address ?? onRequest,
    代表者: settings.operator.representative ?? onRequest,
    苦情の窓口: deskOf(name, callCenterOf(undefined, settings.callCenterPhone)),
    保存期間: '12か月',
    システム名: settings.appName,
    委託先: ['・工事・点検を行う会社とその協力会社', ...servicesOf(settings)].join('\n'),
  }
}

/** A text of a company is of no construction. */
const contactOf = ({ contact_phone, contact_hours }: CompanyRow): ContactColumns => ({
  contact_phone: null,
  contact_hours: null,
  client_contact_phone: contact_phone,
  client_contact_hours: contact_hours,
})

const deskOf = (name: string, desk: CallCenter): string => `${name}　電話 ${phoneWithHours(desk)}`

/** Who else gets something personal, as this installation is set up. */
const servicesOf = ({ payments, sms, smtpUrl }: ServerSettings): string[] => [
  ...(payments.adapter === 'stripe' ? ['・決済サービスの事業者（Stripe）'] : []),
  ...(sms.carrier === 'twilio' ? ['・SMSの配信事業者（Twilio）'] : []),
  ...(smtpUrl === null ? [] : ['・メールの配信事業者']),
]
