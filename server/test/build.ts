import type { ClientId, Kind } from '@toguchi/domain/access/actor'
import type { Db } from '../src/platform/database/database.ts'
import { newToken, sha256 } from '../src/platform/secrets.ts'
import type { Caller, World } from './world.ts'

/** What the factories need of a world: its database and its clock. */
export type Ground = Pick<World, 'inClient'> & { platform: Pick<World['platform'], 'now'> }

let count = 0
const next = (word: string) => `${word}${++count}`

export interface BuiltClient {
  id: ClientId
  cd: string
}

/** Every test builds its own client company, so tests never meet: no truncating, no order. */
export const buildClient = (
  world: Ground,
  over: { cd?: string; name?: string; status?: 'contracted' | 'terminated' } = {},
): Promise<BuiltClient> =>
  world.inClient(null, db =>
    db
      .insertInto('clients')
      .values({
        cd: over.cd ?? `t${(++count).toString(36).padStart(4, '0')}`,
        name: over.name ?? next('試験工業'),
        status: over.status ?? 'contracted',
        terminated_at: over.status === 'terminated' ? new Date() : null,
      })
      .returning(['id', 'cd'])
      .executeTakeFirstOrThrow(),
  )

export interface BuiltPerson extends Caller {
  id: number
  clientId: ClientId | null
  loginId: string
}

const openSession = async (
  world: Ground,
  strategy: 'user' | 'resident' | 'admin' | 'operator',
  clientId: ClientId | null,
  accountId: number,
  uid: string,
) => {
  const token = newToken()
  const clientKey = newToken().slice(0, 22)
  await world.inClient(null, db =>
    db
      .insertInto('sessions')
      .values({
        strategy,
        client_id: clientId,
        account_id: accountId,
        client_key: clientKey,
        uid,
        token_hash: sha256(token),
        expires_at: new Date(world.platform.now().getTime() + 14 * 24 * 3_600_000),
      })
      .execute(),
  )
  return { 'access-token': token, client: clientKey, uid, 'token-type': 'Bearer' }
}

/** A contractor; `primaryContractorId` makes it a second-tier one. */
export const buildContractor = (world: Ground, client: BuiltClient, over: { name?: string; primaryContractorId?: number } = {}) =>
  world.inClient(client.id, db =>
    db
      .insertInto('contractors')
      .values({ client_id: client.id, name: over.name ?? next('協力会社'), primary_contractor_id: over.primaryContractorId ?? null })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow(),
  )

/** Staff or a craftsman of a client, signed in. */
export const buildUser = async (
  world: Ground,
  client: BuiltClient,
  type: 'Staff_Admin' | 'Staff' | 'Craftsman',
  over: {
    contractorId?: number
    canRegisterStaff?: boolean
    name?: string
    passwordDigest?: string
    email?: string
    /** The password was mailed, is good until then, and is to be replaced. */
    firstPasswordUntil?: Date
  } = {},
): Promise<BuiltPerson> => {
  const loginId = next('person')
  const contractorId = type === 'Craftsman' ? (over.contractorId ?? (await buildContractor(world, client)).id) : null
  const { id } = await world.inClient(client.id, async db => {
    const user = await db
      .insertInto('users')
      .values({
        client_id: client.id,
        type,
        login_id: loginId,
        name: over.name ?? next('佐藤'),
        email: over.email ?? `${loginId}@example.jp`,
        contractor_id: contractorId,
        can_register_staff: over.canRegisterStaff ?? false,
        password_digest: over.passwordDigest ?? null,
        // As craftsmen stand who were mailed one, before there were links (decision 084).
        password_change_required: over.firstPasswordUntil !== undefined,
        first_password_expires_at: over.firstPasswordUntil ?? null,
        // Whoever chose a password did so by a link or a mail to this address.
        proven_email:
          type === 'Craftsman' && over.passwordDigest !== undefined && over.firstPasswordUntil === undefined
            ? (over.email ?? `${loginId}@example.jp`).toLowerCase()
            : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('logins').values({ login_id: loginId, client_id: client.id, user_id: user.id }).execute()
    return user
  })
  return { id, clientId: client.id, loginId, headers: await openSession(world, 'user', client.id, id, loginId) }
}

/** An admin or operator with the client chosen, signed in. */
export const buildPlatformPerson = async (
  world: Ground,
  kind: 'admin' | 'operator',
  chosen?: BuiltClient,
  over: { passwordDigest?: string } = {},
): Promise<BuiltPerson> => {
  const loginId = next(kind)
  const { id } = await world.inClient(null, db =>
    db
      .insertInto(kind === 'admin' ? 'admins' : 'operators')
      .values({ login_id: loginId, name: next('山田'), email: `${loginId}@example.jp`, password_digest: over.passwordDigest ?? null })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const headers = await openSession(world, kind, null, id, loginId)
  return { id, clientId: null, loginId, headers: chosen ? { ...headers, 'x-client-code': chosen.cd } : headers }
}

export const buildBuilding = (world: Ground, client: BuiltClient, over: { name?: string } = {}) =>
  world.inClient(client.id, db =>
    db
      .insertInto('buildings')
      .values({ client_id: client.id, cd: next('B'), name: over.name ?? next('グランドメゾン'), address: '東京都世田谷区太子堂1-2-3' })
      .returning(['id', 'name', 'cd'])
      .executeTakeFirstOrThrow(),
  )

export interface BuiltConstruction {
  id: number
  uuid: string
  buildingId: number
  blockId: number
  rooms: { id: number; uuid: string; name: string; row: number; col: number }[]
}

/** A construction with a private period and floors × perFloor rooms (101, 102 …), nothing assigned. */
export const buildConstruction = async (
  world: Ground,
  client: BuiltClient,
  over: {
    buildingId?: number
    floors?: number
    perFloor?: number
    start?: string
    end?: string
    name?: string
    contractorIds?: number[]
    craftsmanIds?: { contractorId: number; craftsmanIds: number[] }[]
  } = {},
): Promise<BuiltConstruction> => {
  const buildingId = over.buildingId ?? (await buildBuilding(world, client)).id
  return world.inClient(client.id, async db => {
    const construction = await db
      .insertInto('constructions')
      .values({
        client_id: client.id,
        building_id: buildingId,
        cd: next('K'),
        manage_no: next('M-'),
        name: over.name ?? 'インターホン更新工事',
        construction_type: 'renewal',
        time_per_unit: 60,
        common_area_start_on: over.start ?? '2026-12-01',
        common_area_end_on: over.end ?? '2026-12-25',
        privately_area_start_on: over.start ?? '2026-12-01',
        privately_area_end_on: over.end ?? '2026-12-25',
      })
      .returning(['id', 'uuid'])
      .executeTakeFirstOrThrow()
    const floors = over.floors ?? 3
    const perFloor = over.perFloor ?? 4
    const block = await db
      .insertInto('room_blocks')
      .values({ client_id: client.id, construction_id: construction.id, floor_number: floors, room_number_per_floor: perFloor })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rooms = await db
      .insertInto('rooms')
      .values(
        Array.from({ length: floors * perFloor }, (_, at) => {
          const row = Math.floor(at / perFloor) + 1
          const col = (at % perFloor) + 1
          const name = `${row}${String(col).padStart(2, '0')}`
          return { client_id: client.id, construction_id: construction.id, block_id: block.id, row, col, name, name_key: name }
        }),
      )
      .returning(['id', 'uuid', 'name', 'row', 'col'])
      .execute()
    await db
      .insertInto('public_ids')
      .values([
        { uuid: construction.uuid, client_id: client.id, kind: 'construction' as const, row_id: construction.id },
        ...rooms.map(room => ({ uuid: room.uuid, client_id: client.id, kind: 'room' as const, row_id: room.id })),
      ])
      .execute()
    const crews = over.craftsmanIds ?? (over.contractorIds ?? []).map(contractorId => ({ contractorId, craftsmanIds: [] }))
    for (const crew of crews) await insertCrew(db, client, construction, crew)
    return { id: construction.id, uuid: construction.uuid, buildingId, blockId: block.id, rooms }
  })
}

/** A resident of a room, signed in; without a name unless one is given. */
interface Crew {
  contractorId: number
  craftsmanIds: readonly number[]
}

const insertCrew = async (db: Db, client: BuiltClient, construction: { id: number }, { contractorId, craftsmanIds }: Crew) => {
  const { id } = await db
    .insertInto('assigned_contractors')
    .values({ client_id: client.id, construction_id: construction.id, contractor_id: contractorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const craftsman_id of craftsmanIds)
    await db.insertInto('assigned_craftsmans').values({ client_id: client.id, assigned_contractor_id: id, craftsman_id }).execute()
}

/** Names a contractor and its craftsmen on a construction that there is already. */
export const assignCrew = (world: Ground, client: BuiltClient, construction: { id: number }, crew: Crew) =>
  world.inClient(client.id, db => insertCrew(db, client, construction, crew))

export const buildResident = async (
  world: Ground,
  client: BuiltClient,
  roomId: number,
  over: { name?: string; passwordDigest?: string; email?: string } = {},
) => {
  const loginId = next('resident')
  const { id } = await world.inClient(client.id, db =>
    db
      .insertInto('residents')
      .values({
        client_id: client.id,
        room_id: roomId,
        name: over.name ?? null,
        login_id: over.passwordDigest ? loginId : null,
        password_digest: over.passwordDigest ?? null,
        email: over.email ?? null,
        registered_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { id, clientId: client.id, loginId, headers: await openSession(world, 'resident', client.id, id, loginId) }
}

/** One caller of each kind, for the matrices. */
export const buildEveryone = async (
  world: Ground,
  client: BuiltClient,
): Promise<Record<Exclude<Kind, 'guest' | 'resident'>, BuiltPerson>> => ({
  admin: await buildPlatformPerson(world, 'admin', client),
  operator: await buildPlatformPerson(world, 'operator', client),
  staffAdmin: await buildUser(world, client, 'Staff_Admin'),
  staff: await buildUser(world, client, 'Staff'),
  craftsman: await buildUser(world, client, 'Craftsman'),
})
