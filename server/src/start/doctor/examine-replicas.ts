import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { OpenWall, proveWalls } from '../../platform/database/database-walls.ts'
import { logPosition } from '../../platform/database/replicas/log-history.ts'
import {
  type Misfit,
  misfitOf,
  nameOf,
  standingOfPrimary,
  type StandingOfPrimary,
  standingOfReplica,
  type StandingOfReplica,
} from '../../platform/database/replicas/replica.ts'
import { messageOf } from '../../platform/http/error-code.ts'
import type { ServerSettings } from '../../platform/settings.ts'
import { type Finding, good, note, orWrong, wrong } from './findings.ts'
import { lookAtDatabase } from './look-at-database.ts'

type ReplicaSettings = Pick<ServerSettings, 'databaseReplicaUrls' | 'replicaLagSeconds'>

/** Each copy of the database that reads may go to (decision 105): who it is, who the application is there, how far behind it is. */
export const examineReplicas = (
  primaryUrl: string,
  { databaseReplicaUrls: urls, replicaLagSeconds: mostSeconds }: ReplicaSettings,
): Promise<Finding[]> =>
  orWrong(
    async () => {
      if (urls.length === 0) return []
      const { primary, isCoordinator } = await lookAtDatabase(primaryUrl, lookAtPrimary)
      if (isCoordinator) return [note('DATABASE_REPLICA_URLS は、Citusのコーディネーターでは使われません。指定を外してください。')]
      return (await Promise.all(urls.map(url => examineReplica(url, primary, mostSeconds)))).flat()
    },
    reason => `レプリカを、プライマリーと比べることができません: ${reason}`,
  )

const lookAtPrimary = async (client: pg.Client) => {
  const { isCoordinator } = await proveWalls(client)
  const { rows } = await client.query<StandingOfPrimary>(standingOfPrimary)
  const [primary] = rows
  if (primary === undefined) throw new Error('it says nothing of itself')
  return { primary, isCoordinator }
}

const examineReplica = async (url: string, primary: StandingOfPrimary, mostSeconds: number): Promise<Finding[]> => {
  const name = `レプリカ ${nameOf(url)}`
  try {
    return await lookAtDatabase(url, async client => {
      const {
        rows: [replica],
      } = await client.query<StandingOfReplica>(standingOfReplica)
      const misfit = misfitOf(replica, primary)
      if (misfit !== null) return [wrong(`${name}${misfits[misfit]}`)]
      await proveWalls(client)
      return [
        good(`${name}はプライマリーの写しで、アプリケーションのログインは行レベルセキュリティを回避できません。`),
        judgeLag(name, { ...(await lagBehind(client, logPosition(primary.position))), mostSeconds }),
      ]
    })
  } catch (error) {
    if (error instanceof OpenWall) return [wrong(`${name}: ${error.message}`)]
    return [
      wrong(
        `${name}に接続できません。読み取りはプライマリーで続きます。スタンバイが動いているか、アドレス、ファイアウォール、pg_hba.conf を確認してください: ${messageOf(error)}`,
      ),
    ]
  }
}

/** Behind the replica's name: what it is instead, and what to do. */
const misfits: Readonly<Record<Misfit, string>> = {
  'of another cluster': 'は、別のクラスターのデータベースです。プライマリーから作ったスタンバイのURLを指定してください。',
  'of another database': 'のURLは、同じクラスターの別のデータベースを指しています。データベース名を直してください。',
  'in no recovery':
    'はスタンバイではありません（プライマリー自身か、昇格したサーバーです）。DATABASE_REPLICA_URLS から外すか、スタンバイを作り直してください。',
  'of another timeline':
    'は、復元または昇格の前のデータベースの写しです（タイムラインがプライマリーと異なります）。復元後のデータはここに届かず、読み取りには使われません。スタンバイを作り直してください。昇格したプライマリーに追いついた直後のスタンバイは、数分後にもう一度確認してください。',
}

interface Lag {
  bytes: number
  /** Since what it replayed last was committed: how old it is, where it lacks something of the primary. */
  seconds: number | null
}

const lag = `select pg_last_wal_replay_lsn()::text as position,
  extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds`
/** What was written a moment before is on its way: so often it is waited for, a fifth of a second each. */
const looks = 15

const lagBehind = async (client: pg.Client, primary: bigint): Promise<Lag> => {
  for (let look = 1; ; look += 1) {
    const { rows } = await client.query<{ position: string | null; seconds: number | null }>(lag)
    const bytes = Number(primary - logPosition(rows[0]?.position ?? '0/0'))
    if (bytes <= 0 || look === looks) return { bytes, seconds: rows[0]?.seconds ?? null }
    await sleep(200)
  }
}

/** Without bytes to come the last commit may be old: nobody has written since. */
export const judgeLag = (name: string, { bytes, seconds, mostSeconds }: Lag & { mostSeconds: number }): Finding => {
  if (bytes <= 0) return good(`${name}に遅れはありません（0秒、0バイト）。`)
  const behind = `${seconds === null ? '不明な時間' : `${Math.ceil(seconds)}秒`}、${bytes.toLocaleString('ja-JP')}バイト`
  if (seconds !== null && seconds <= mostSeconds) return good(`${name}の遅れは${behind}です。`)
  return wrong(
    `${name}が${behind}遅れていて、読み取りに使われません（DATABASE_REPLICA_LAG_SECONDS は${mostSeconds}）。プライマリーの pg_stat_replication に接続があるか、スタンバイのログ、ネットワークとディスクの速さを確認してください。`,
  )
}
