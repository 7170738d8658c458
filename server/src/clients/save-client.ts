import { loginTakenText } from '@toguchi/domain/accounts/labels'
import type { Actor, ClientId, OfficeActor } from '@toguchi/domain/access/actor'
import type { clients } from '@toguchi/domain/clients/contract'
import { notificationEvents } from '@toguchi/domain/clients/events'
import type { ClientStatus } from '@toguchi/domain/clients/labels'
import type { BodyOf } from '@toguchi/domain/http/endpoint'
import { endWithoutSecondFactor, registerStaffs, sendAway } from '../accounts/accounts.ts'
import { createFirstMasters } from '../masters/masters.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Platform } from '../platform/platform.ts'
import { invalid, notFound, onConstraint, refused } from '../platform/http/problem.ts'
import type { KeptLogo } from './keep-logo.ts'
import {
  adminExists,
  type ClientColumns,
  enterClient,
  findListedClient,
  insertClient,
  isErasing,
  lockClient,
  lockClientForUpdate,
  lockEndingClient,
  saveNotificationSetting,
  updateClient,
} from './queries.ts'

/** A new company: what is asked for beside its code and first administrator is saved as any change of it is. */
type NewClient = Omit<ClientColumns, 'cd' | 'name'> & {
  cd: string
  name: string
  staff_admin: { name: string; email: string; login_id: string }
}
type ClientChange = NonNullable<BodyOf<(typeof clients)['PATCH /api/clients/:id']>['client']>
type SettingsChange = NonNullable<BodyOf<(typeof clients)['PATCH /api/settings']>['client']>
type Admin = Extract<Actor, { kind: 'admin' }>

const checkAdmin = async (db: Db, adminId: number | null | undefined) => {
  if (adminId && !(await adminExists(db, adminId))) throw invalid({ admin_id: ['は一覧にありません'] })
}

/** Registers a company with its master seeds and its first administrator, who is mailed (G-ADM-06, G-MAS-13). */
export const registerClient = async (
  platform: Platform,
  db: Db,
  actor: Admin,
  { staff_admin, ...client }: NewClient,
): Promise<ClientId> => {
  await checkAdmin(db, client.admin_id)
  const { id } = await onConstraint(insertClient(db, client), { clients_cd_key: () => invalid({ cd: ['はすでに存在します'] }, 'cd_taken') })
  await enterClient(db, id)
  await createFirstMasters(db, id)
  const inClient = { ...actor, clientId: id }
  await recordEvent(db, { kind: 'clients.registered', actor, clientId: id, change: { cd: client.cd } })
  await underStaffAdmin(
    registerStaffs(platform, db, inClient, [
      {
        ...staff_admin,
        type: 'Staff_Admin',
        phone: null,
        department_id: null,
        default_display_format: 'list',
        can_register_staff: false,
      },
    ]),
  )
  return id
}

/** The first administrator's errors stand under the fields of their own part of the form. */
const underStaffAdmin = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (
      error instanceof Error &&
      'fields' in error &&
      typeof error.fields === 'object' &&
      error.fields !== null &&
      'login_id' in error.fields
    )
      throw invalid({ 'staff_admin.login_id': [loginTakenText] }, 'login_id_taken')
    throw error
  }
}

const notificationChanges = (change: Record<string, unknown>) =>
  notificationEvents.flatMap(event => {
    const cc = change[`${event}_cc`] as string[] | undefined
    const bcc = change[`${event}_bcc`] as string[] | undefined
    return cc || bcc ? [{ event, change: { ...(cc ? { cc } : {}), ...(bcc ? { bcc } : {}) } }] : []
  })

const columnNames = new Set([
  'name',
  'name_abbreviation',
  'address',
  'representative_name',
  'representative_email',
  'representative_phone',
  'admin_id',
  'use_optional_construction',
  'use_cash_payment',
  'rounding_rule',
  'construction_staff_default_display_name',
  'second_factor_required',
  'contact_phone',
  'contact_hours',
  'status',
])

/** Saves what was sent of a company; ending the contract remembers when (G-ADM-08). Returns the contract's status before. */
export const changeClient = async (
  platform: Platform,
  db: Db,
  actor: Admin,
  id: number,
  form: ClientChange,
  logo: KeptLogo | undefined,
  now: Date,
): Promise<ClientStatus> => {
  const before = await lockClient(db, id)
  if (!before) throw notFound()
  // Who has gone may stay named until another is chosen.
  if (form.admin_id !== before.admin_id) await checkAdmin(db, form.admin_id)
  await enterClient(db, before.id)
  if (before.status === 'terminated' && form.status === 'contracted' && (await isErasing(db, before.id)))
    throw refused('データの消去が始まっているため、契約を再開できません。', 'client_erased')
  await saveCompany(platform, db, actor, before, form, logo, now)
  return before.status
}

/** Saves what the company sets for itself (G-MAS-09). `db` is bound to it. */
export const changeSettings = async (
  platform: Platform,
  db: Db,
  actor: OfficeActor,
  form: SettingsChange,
  logo: KeptLogo | undefined,
  now: Date,
): Promise<void> => {
  const before = await lockClient(db, actor.clientId)
  if (!before) throw notFound()
  await saveCompany(platform, db, actor, before, form, logo, now)
}

const saveCompany = async (
  platform: Platform,
  db: Db,
  actor: Actor,
  before: NonNullable<Awaited<ReturnType<typeof lockClient>>>,
  { remove_logo, ...form }: ClientChange | SettingsChange,
  logo: KeptLogo | undefined,
  now: Date,
) => {
  const columns = Object.fromEntries(
    Object.entries(form).filter(([name, value]) => columnNames.has(name) && value !== undefined),
  ) as ClientColumns
  const ended =
    columns.status === undefined || columns.status === before.status ? {} : { terminated_at: columns.status === 'terminated' ? now : null }
  const picture: ClientColumns = logo ?? (remove_logo ? { logo_path: null, logo_content_type: null } : {})
  await updateClient(db, before.id, { ...columns, ...ended, ...picture, updated_at: now })
  if (columns.status === 'terminated') await sendAway(db, before.id)
  if (columns.second_factor_required && !before.second_factor_required) await endWithoutSecondFactor(platform, db, before.id)
  // After the commit, and only then: until there is one, the company has the logo it had.
  if ('logo_path' in picture && before.logo_path !== null) await platform.jobs.enqueue(db, 'logos', { logo_path: before.logo_path })
  for (const { event, change } of notificationChanges(form)) await saveNotificationSetting(db, before.id, event, change)
  const fields = [...Object.keys(form), ...(logo || remove_logo ? ['logo'] : [])]
  await recordEvent(db, { kind: 'clients.changed', actor, clientId: before.id, change: { before, fields } })
}

/** Hides a company that has no building. It has ended as any other: what there is of it is erased in time (decision 053). */
export const removeClient = async (db: Db, actor: Admin, id: number, now: Date): Promise<void> => {
  const lockedClient = await lockClientForUpdate(db, id)
  if (!lockedClient) throw notFound()
  const client = await findListedClient(db, id)
  if (client && client.buildings_count > 0) throw refused('物件が登録されているため削除できません。', 'client_in_use')
  const { id: clientId } = lockedClient
  await updateClient(db, clientId, {
    discarded_at: now,
    updated_at: now,
    ...(lockedClient.status === 'terminated' ? {} : { status: 'terminated', terminated_at: now }),
  })
  await enterClient(db, clientId)
  await sendAway(db, clientId)
  await recordEvent(db, { kind: 'clients.removed', actor, clientId })
}

/** Takes the company's own data away at its end; its name and code stay. Returns the path of its logo, whose bytes may go. */
export const eraseClient = async (db: Db, clientId: ClientId, now: Date): Promise<string | null> => {
  const before = await lockEndingClient(db, clientId)
  await updateClient(db, clientId, {
    address: null,
    representative_name: null,
    representative_email: null,
    representative_phone: null,
    contact_phone: null,
    contact_hours: null,
    construction_staff_default_display_name: null,
    logo_path: null,
    logo_content_type: null,
    updated_at: now,
  })
  return before?.logo_path ?? null
}
