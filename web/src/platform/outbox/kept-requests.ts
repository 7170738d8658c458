import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * A request that must reach the server, as this device keeps it until the server has confirmed it (feature 16). Data alone and nothing of
 * the program: a later version of the application sends what an earlier one kept.
 */
export interface KeptRequest {
  /** Made here, and known to the server: sent twice it is the same. */
  id: string
  version: 1
  /** Whose it is: nobody else's session may send it. */
  account: string
  account_name: string
  /** The company it is meant for. */
  client: string
  /** An endpoint: `'POST /api/…'`. */
  key: string
  params: Readonly<Record<string, string | number>>
  body: unknown
  /** Where the file stands in the multipart body, and what it was when it was taken in. */
  file: { field: string; name: string; type: string; size: number; sha256: string | null } | null
  /** What of the answer repeats the SHA-256 of what the server has: `room_image`. */
  proof: string | null
  /** Requests of one line are sent one after the other. */
  line: string
  /** What belongs together: the photos of a room, and its completion. */
  group: string | null
  /** Waits for what was kept before it in its group. */
  behind: boolean
  /** The reads that it makes stale. */
  stale: readonly string[]
  /** What it is, for the person: 「903号室 玄関 施工前」. */
  title: string
  /** Where that is: 「コーポラス多摩川」; two buildings may each have a 201. Earlier versions kept none. */
  place?: string | null
  /** The page of what it belongs to; earlier versions kept none. */
  page?: string | null
  /** What of money was taken with it, in yen. */
  amount?: number | null
  /** What it says, where its body has only ids and numbers, a line each: 「絶縁抵抗：12.5 MΩ」. Earlier versions kept none. */
  says?: readonly string[]
  /** Milliseconds since 1970 by this device's clock. */
  kept_at: number
  /** Whether it was ever on its way: then it may have arrived, whatever was heard of it. */
  begun: boolean
  /** Why the server will never take it as it is. */
  refusal: string | null
  /** As the server names the reason; earlier versions kept none. */
  refusal_code?: string | null
  /** Its file is never written out: a key can be cut from a picture of it. Absent: it may be. */
  isSecret?: boolean
  /** How often it arrived as something else than it was. */
  torn: number
}

interface Schema extends DBSchema {
  requests: { key: string; value: KeptRequest; indexes: { account: string } }
  // Bytes apart from what is listed: sixty photos are not read to say that there are sixty. No blobs: some browsers have lost those.
  files: { key: string; value: { id: string; bytes: ArrayBuffer } }
}

let opened: Promise<IDBPDatabase<Schema>> | null = null

const database = (): Promise<IDBPDatabase<Schema>> => {
  opened ??= openDB<Schema>('toguchi-outbox', 1, {
    upgrade: db => {
      db.createObjectStore('requests', { keyPath: 'id' }).createIndex('account', 'account')
      db.createObjectStore('files', { keyPath: 'id' })
    },
    terminated: () => void (opened = null),
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

/** Comes back when both lie on the disk, not in its cache. Rejects where the device keeps nothing: full, or private. */
export const keepRequest = async (request: KeptRequest, bytes: ArrayBuffer | null): Promise<void> => {
  const transaction = (await database()).transaction(['requests', 'files'], 'readwrite', { durability: 'strict' })
  const written = [
    transaction.objectStore('requests').put(request),
    ...(bytes === null ? [] : [transaction.objectStore('files').put({ id: request.id, bytes })]),
  ]
  await Promise.all([...written, transaction.done])
}

/** Of what is still kept: nothing comes back that another tab has sent or dropped; false where one has. */
export const changeRequest = async (id: string, part: Partial<KeptRequest>): Promise<boolean> => {
  const transaction = (await database()).transaction('requests', 'readwrite', { durability: 'strict' })
  const kept = await transaction.store.get(id)
  if (kept !== undefined) await transaction.store.put({ ...kept, ...part })
  await transaction.done
  return kept !== undefined
}

export const dropRequest = async (id: string): Promise<void> => {
  const transaction = (await database()).transaction(['requests', 'files'], 'readwrite', { durability: 'strict' })
  await Promise.all([transaction.objectStore('requests').delete(id), transaction.objectStore('files').delete(id), transaction.done])
}

/** Drops what never began to leave this device; false where it did, or is not here: no tab can begin in between. */
export const dropUnbegun = async (id: string): Promise<boolean> => {
  const transaction = (await database()).transaction(['requests', 'files'], 'readwrite', { durability: 'strict' })
  const kept = await transaction.objectStore('requests').get(id)
  // The first version did not say.
  const isUnbegun = kept?.begun === false
  if (isUnbegun) await Promise.all([transaction.objectStore('requests').delete(id), transaction.objectStore('files').delete(id)])
  await transaction.done
  return isUnbegun
}

/** Of all the person's accounts, in the order in which they were kept. */
export const requestsOf = async (...accounts: string[]): Promise<KeptRequest[]> => {
  const db = await database()
  const each = await Promise.all(accounts.map(account => db.getAllFromIndex('requests', 'account', account)))
  return each.flat().toSorted((a, b) => a.kept_at - b.kept_at)
}

/** The ids of everything that lies here, whoever's it is. */
export const keptIds = async (): Promise<Set<string>> => new Set(await (await database()).getAllKeys('requests'))

export const isKept = async (id: string): Promise<boolean> => (await (await database()).getKey('requests', id)) !== undefined

/** Of whomever, in the order in which they were kept. */
export const allRequests = async (): Promise<KeptRequest[]> =>
  (await (await database()).getAll('requests')).toSorted((a, b) => a.kept_at - b.kept_at)

/** What others left on this device, by their names. */
export const requestsOfOthers = async (...accounts: string[]): Promise<{ account: string; account_name: string; count: number }[]> => {
  const others = (await (await database()).getAll('requests')).filter(request => !accounts.includes(request.account))
  return [...Map.groupBy(others, request => request.account)].map(([account, requests]) => ({
    account,
    account_name: requests[0]?.account_name ?? '',
    count: requests.length,
  }))
}

export const bytesOf = async (id: string): Promise<ArrayBuffer | null> => (await (await database()).get('files', id))?.bytes ?? null
