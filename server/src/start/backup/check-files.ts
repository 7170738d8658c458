import pg from 'pg'
import { ownNeeds } from '../../migrate/migrations.ts'
import { reasonOf } from '../../migrate/reason-of.ts'
import { demandMigratedDatabase } from '../../migrate/whose-database.ts'
import { digestOf } from '../../platform/files/joined-stream.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Finding, good, wrong } from '../doctor/findings.ts'
import { forgottenFiles, namedFiles } from './named-files.ts'
import { proveFiles, type HashOfKey } from './prove-pair.ts'

/**
 * Holds a database to the storage that it is served with (`bin/admin check-files`), whoever brought them back: after a restore by a provider
 * or of a bucket's versions it says whether the two belong together. Files that the database does not know are found too: there are many of
 * them where the database is older than the files, and one or two where an upload was cut off.
 */
export const checkFiles = async (ownerUrl: string, storage: Storage): Promise<Finding[]> => {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'toguchi check', connectionTimeoutMillis: 10_000 })
  owner.on('error', () => undefined)
  try {
    await owner.connect()
  } catch (error) {
    throw new Refusal(
      `データベースに接続できません。DATABASE_URL（所有者）を確認してください: ${reasonOf(error)} (Cannot connect; check DATABASE_URL.)`,
    )
  }
  try {
    await demandMigratedDatabase(owner, ownNeeds())
    return [...(await proveFiles(owner, hashIn(storage))), await findUnknown(owner, storage)]
  } finally {
    await owner.end()
  }
}

/** Null for what cannot be read, which is missing for whoever wants to see it. */
const hashIn =
  (storage: Storage): HashOfKey =>
  key =>
    digestOf(storage.read(key)).then(
      digest => digest.toString('hex'),
      () => null,
    )

const findUnknown = async (owner: pg.Client, storage: Storage): Promise<Finding> => {
  const known = new Set((await forgottenFiles(owner)).map(({ key }) => key))
  for await (const { key } of namedFiles(owner)) known.add(key)
  const { rows } = await owner.query<{ id: number }>('select cl.id from clients cl order by cl.id')
  const unknown: string[] = []
  for (const { id } of rows) for await (const keys of storage.keysIn(String(id))) unknown.push(...keys.filter(key => !known.has(key)))
  return unknown.length === 0
    ? good('データベースが知らないファイルはありません。')
    : wrong(
        `データベースが知らないファイルが${unknown.length}件あります。多いときはデータベースがファイルより古く、少ないときは送信が途中で切れた残りです: ${unknown.slice(0, 5).join('、')}`,
      )
}
