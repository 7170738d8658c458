import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { codeOf, messageOf } from '../../platform/http/error-code.ts'
import { Refusal } from '../../platform/refusal.ts'
import { writeDurably, writeHashed, type Written } from './durable-files.ts'

/** A place in the write-ahead log, as PostgreSQL writes it (`0/2000028`), and the timeline that it is on. */
export interface LogPlace {
  lsn: string
  timeline: number
}

export interface BaseBackup {
  /** Where recovery has to begin: the log from here on is needed. */
  start: LogPlace
  /** The state that the copy has once it is recovered. */
  end: LogPlace
  tar: Written
  manifest: Written
}

/**
 * Copies a whole running cluster by the protocol that pg_basebackup speaks, into `tarPlace` (gzip) and `manifestPlace` (the server's list of
 * files with their SHA-256). The server leaves out what must not be copied, puts the log that is needed into the archive, and looks at the
 * checksum of every page on the way. Whoever is cut off gets an error, never a shorter archive. Throws a Refusal where the login may not.
 */
export const takeBaseBackup = async (ownerUrl: string, tarPlace: string, manifestPlace: string): Promise<BaseBackup> => {
  const client = await connectForReplication(ownerUrl)
  try {
    // Holds the log that the copy needs, however long it takes, and is gone with this connection.
    await client.query(`CREATE_REPLICATION_SLOT toguchi_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`)
    return await receive(client, tarPlace, manifestPlace)
  } catch (error) {
    throw refusalOf(error)
  } finally {
    // A copy that was given up is still being sent: no orderly end waits for it.
    client.connection.stream.destroy()
  }
}

/** What node-postgres has and its types leave out. */
type ReplicationClient = pg.Client & { connection: { stream: NodeJS.ReadWriteStream & { destroy(): void } } }

const connectForReplication = async (ownerUrl: string): Promise<ReplicationClient> => {
  const config = { connectionString: ownerUrl, application_name: 'toguchi backup', connectionTimeoutMillis: 10_000, replication: 'true' }
  const client = new pg.Client(config) as ReplicationClient
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw refusalOf(error)
  }
  return client
}

/** 42501: no REPLICATION; 28000: pg_hba.conf has no line for it; 0A000, 08P01: something stands between that does not speak it. */
const refusalOf = (error: unknown): unknown =>
  ['42501', '28000', '0A000', '08P01', '53300'].includes(codeOf(error) ?? '')
    ? new Refusal(
        `データベースをそのまま複製できません（${messageOf(error)}）。所有者に REPLICATION を与え、pg_hba.conf に replication の行を加えてください。クラウドのマネージドデータベースでは、その事業者のバックアップ（時点復元）を使い、こちらは --only files で写真と書類だけをバックアップしてください。(The login may not replicate; use your provider's own backups and --only files.)`,
      )
    : error

interface PlaceRow {
  recptr: string
  tli: number
}

const receive = async (client: ReplicationClient, tarPlace: string, manifestPlace: string): Promise<BaseBackup> => {
  const archive = new PassThrough({ highWaterMark: 1 << 20 })
  const written = writeHashed(archive, tarPlace, createGzip({ level: 1 }))
  const manifest: Buffer[] = []
  const { stream } = client.connection
  archive.on('drain', () => stream.resume())
  // WAIT false, as pg_basebackup says it: the log that the copy needs is in it, and the server would wait without end, and without a word,
  // while its archive takes nothing.
  const options = `LABEL 'toguchi', CHECKPOINT 'fast', WAIT false, WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'`
  const received = ask(client, `BASE_BACKUP (${options})`, {
    take: part => {
      if (!archive.write(part)) stream.pause()
    },
    takeManifest: part => manifest.push(part),
  }).then(results => {
    // The server leaves the end of the archive to whoever receives it.
    archive.end(Buffer.alloc(1024))
    return results
  })
  // A full disk ends the archive while the server still sends.
  const [results, tar] = await Promise.all([received, written.catch(failing(client))]).catch(error => {
    archive.destroy()
    throw error
  })
  const [start, end] = [results[0]?.rows[0], results.findLast(({ rows }) => rows.length > 0)?.rows[0]] as (PlaceRow | undefined)[]
  if (start === undefined || end === undefined || manifest.length === 0) throw new Error('the server sent no complete base backup')
  return {
    start: placeOf(start),
    end: placeOf(end),
    tar,
    manifest: await writeDurably(manifestPlace, Buffer.concat(manifest)),
  }
}

const placeOf = ({ recptr, tli }: PlaceRow): LogPlace => ({ lsn: recptr, timeline: Number(tli) })

const failing =
  (client: ReplicationClient) =>
  (error: unknown): never => {
    client.connection.stream.destroy()
    throw error
  }

/**
 * Sends the statement whose answer is result sets, then an archive and a manifest as one stream of messages (protocol, "BASE_BACKUP"), and
 * resolves with its result sets. node-postgres hands each message of the stream to the statement and uses its memory again.
 */
const ask = async (
  client: ReplicationClient,
  text: string,
  { take, takeManifest }: { take: (part: Buffer) => void; takeManifest: (part: Buffer) => void },
): Promise<pg.QueryResult[]> => {
  let isManifest = false
  const query = Object.assign(new pg.Query(text), {
    handleCopyData: ({ chunk }: { chunk: Buffer }): void => {
      const kind = String.fromCharCode(chunk[0] ?? 0)
      if (kind === 'n' && chunk.subarray(1, 9).toString() !== 'base.tar')
        query.emit(
          'error',
          new Refusal('テーブル空間（tablespace）のあるクラスターはバックアップできません。(Tablespaces are not supported.)'),
        )
      if (kind === 'm') isManifest = true
      if (kind === 'd') (isManifest ? takeManifest : take)(Buffer.from(chunk.subarray(1)))
    },
  })
  const ended = once(query, 'end')
  client.query(query)
  const [results] = await ended
  return [results].flat() as pg.QueryResult[]
}
