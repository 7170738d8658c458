import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beforeTriggers } from '../../../test/call-procedure.ts'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '../../../test/database.ts'
import { productionWith } from '../../../test/production.ts'
import { reasonOf } from '../../migrate/reason-of.ts'
import { prepareQueues } from '../../platform/jobs/jobs.ts'
import { examine } from './doctor.ts'
import { judgeClock, judgeLetters } from './examine-database.ts'
import { judgeArchiver } from './examine-log-archive.ts'
import { judgeLag } from './examine-replicas.ts'
import { examineBackups, examineData, examineDisk, examineStorage } from './examine-machine.ts'
import type { Finding } from './findings.ts'
import { lookAtDatabase } from './look-at-database.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'toguchi-doctor-'))
const [storage, backups] = [join(folder, 'storage'), join(folder, 'backups')]
const mails: string[] = []
let refusal: Error | null = null
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refusal),
  onData(stream, session, done) {
    stream.on('end', () => {
      mails.push(...session.envelope.rcptTo.map(({ address }) => address))
      done()
    })
    stream.resume()
  },
})
let database: FreshDatabase
let env: Record<string, string>
beforeAll(async () => {
  database = await freshDatabase()
  await prepareQueues(database.url)
  await asOwner(`insert into admins (login_id, name, email) values ('admin01', '管理 一', 'admin01@example.jp')`)
  await asOwner(`insert into pgboss.job (name, state, completed_on) values ('outbox', 'completed', now())`)
  await new Promise<void>(listening => smtp.listen(0, '127.0.0.1', listening))
  const address = smtp.server.address()
  mkdirSync(storage)
  mkdirSync(backups)
  writeFileSync(join(backups, 'today.dump'), 'x')
  env = {
    ...productionWith(storage),
    DATABASE_URL: database.url,
    DATABASE_APP_URL: database.appUrl,
    SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    MAIL_FROM: 'トグチ <no-reply@example.jp>',
    TRUSTED_PROXIES: '10.0.0.1',
    BACKUP_DIR: backups,
  }
})
afterAll(async () => {
  await new Promise<void>(closed => smtp.close(() => closed()))
  await database.drop()
  rmSync(folder, { recursive: true })
})

const asOwner = async (text: string): Promise<void> => {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}
const wrongOf = (findings: readonly Finding[]) => findings.filter(({ is }) => is === 'wrong').map(({ says }) => says)
/** What is to be done in the installation where this is otherwise. */
const toDo = async (over: Record<string, string | undefined>, mailTo: string | null = null) =>
  wrongOf(await examine({ ...env, ...over }, mailTo))
/** The same while the database is otherwise. */
const toDoAfter = async (change: string, undo: string) => {
  await asOwner(change)
  return toDo({}).finally(() => asOwner(undo))
}
const one = (text: string) => [expect.stringContaining(text) as string]

describe('bin/admin doctor', () => {
  it('finds nothing to do where all is well, sends one mail, and leaves nothing behind', async () => {
    const findings = await examine(env, 'operator@example.jp')
    expect(wrongOf(findings)).toEqual([])
    expect(mails).toEqual(['operator@example.jp'])
    const said = findings.map(({ says }) => says).join('\n')
    for (const part of [
      '所有者',
      '何も所有せず',
      '直接つながって',
      'マイグレーションは',
      '行レベルセキュリティが有効',
      'キューは動いて',
      '時計は合って',
      '迷惑メール',
      '同じ内容',
      'ディスクの空き',
      'バックアップ',
      '郵便番号',
      '祝日',
      '10.0.0.1',
    ])
      expect(said).toContain(part)
    expect(readdirSync(join(storage, 'files'))).toEqual([])
    expect(readdirSync(join(storage, 'staging'))).toEqual([])
  })

  it('names settings that are wrong or missing, and looks at the rest all the same', async () => {
    expect(await toDo({ SECRET_KEY: 'a'.repeat(32), CALL_CENTER_PHONE: undefined })).toEqual([
      expect.stringMatching(/^設定 CALL_CENTER_PHONE … /),
      expect.stringMatching(/^設定 SECRET_KEY … 32文字以上の乱数/),
    ])
    expect(await toDo({ NODE_ENV: undefined })).toEqual(one('NODE_ENV=production'))
    expect(await toDo({ TRUSTED_PROXIES: undefined })).toEqual(one('TRUSTED_PROXIES が指定されていません'))
    expect(await toDo({ TRUSTED_PROXIES: '0.0.0.0/0' })).toEqual(one('設定 TRUSTED_PROXIES'))
  })

  it('says who cannot be reached', async () => {
    const nowhere = 'postgres://nobody:secret@127.0.0.1:1/toguchi'
    // Once, though the queues would go to that server, too.
    expect(await toDo({ DATABASE_URL: nowhere })).toEqual(one('所有者（DATABASE_URL）で接続できません'))
    const alone = { DATABASE_URL: undefined, DATABASE_APP_URL: nowhere }
    expect(await toDo(alone)).toEqual(one('DATABASE_APP_URL）で接続できません'))
    expect(await toDo({ ...alone, DATABASE_APP_URL: database.appUrl.replace('_login:', '_login:x') })).toEqual(
      one('DATABASE_APP_URL）で接続できません'),
    )
    // A URL that says too little keeps nothing else from being looked at.
    expect(await toDo({ DATABASE_URL: 'postgres://owner@127.0.0.1/toguchi', DATABASE_APP_URL: undefined })).toEqual(
      one('DATABASE_URL にパスワードがない'),
    )
    expect(await toDo({ DATABASE_SESSION_URL: nowhere })).toEqual(one('DATABASE_SESSION_URL）で接続できません'))
    expect(await toDo({ DATABASE_APP_URL: nowhere, DATABASE_SESSION_URL: database.appUrl })).toEqual(
      one('DATABASE_APP_URL）で接続できません'),
    )
  })

  it('says of each replica that cannot be read what is to be done', async () => {
    const nowhere = 'postgres://toguchi_login:secret@127.0.0.1:1/toguchi'
    const foreign = await freshDatabase()
    const loopback = database.appUrl.replace('127.0.0.1', 'localhost')
    const replicas = [nowhere, foreign.appUrl, loopback].join(', ')
    expect(await toDo({ DATABASE_REPLICA_URLS: replicas })).toEqual([
      expect.stringMatching(/^レプリカ 127.0.0.1:1に接続できません.*ECONNREFUSED/),
      expect.stringContaining('別のデータベースを指しています'),
      expect.stringContaining('スタンバイではありません'),
    ])
    await foreign.drop()
  })

  it('says when the application could do what it must not', async () => {
    expect(await toDo({ DATABASE_APP_URL: database.url, DATABASE_SESSION_URL: database.appUrl })).toEqual(
      one('表の所有者か、行レベルセキュリティを回避'),
    )
    expect(await toDoAfter('alter table jobs disable row level security', 'alter table jobs enable row level security')).toEqual(
      one('無効な表があります: jobs'),
    )
  })

  it('says when tables, queues and people are not as the program needs them', async () => {
    expect(
      await toDoAfter(
        `update schema_migrations set name = 'x' || name where name like '0001%'`,
        `update schema_migrations set name = substr(name, 2) where name like 'x%'`,
      ),
    ).toEqual(one('bin/admin migrate'))
    const newer = (oldest: string) => `insert into schema_migrations (name, checksum, oldest_version) values ('9999_x.sql', '', ${oldest})`
    expect(await toDoAfter(newer(`'999.0.0'`), `delete from schema_migrations where name like '9999%'`)).toEqual(one('9999_x.sql'))
    expect(await toDoAfter(newer('null'), `delete from schema_migrations where name like '9999%'`)).toEqual([])
    expect(
      await toDoAfter(`update pgboss.job set completed_on = now() - interval '1 hour'`, `update pgboss.job set completed_on = now()`),
    ).toEqual(one('60分動いていません'))
    expect(
      await toDoAfter(
        `insert into pgboss.job (name, start_after) values ('documents', now() - interval '1 hour')`,
        `delete from pgboss.job where name = 'documents'`,
      ),
    ).toEqual(one('15分以上待っている'))
    expect(
      await toDoAfter(
        `insert into pgboss.job (name, state, completed_on) values ('bytes', 'failed', now())`,
        `delete from pgboss.job where name = 'bytes'`,
      ),
    ).toEqual(one('失敗したキューの仕事が1件'))
    expect(await toDoAfter('update admins set discarded_at = now()', 'update admins set discarded_at = null')).toEqual(
      one('bin/admin create'),
    )
    expect(await toDoAfter('create table demo_town ()', 'drop table demo_town')).toEqual(one('デモデータ'))
  })

  it('says what the mail server said', async () => {
    refusal = Object.assign(new Error('relay access denied'), { responseCode: 554 })
    expect(await toDo({}, 'operator@example.jp')).toEqual(one('relay access denied'))
    refusal = null
    expect(await toDo({ SMTP_URL: 'smtp://127.0.0.1:1' }, 'operator@example.jp')).toEqual(one('SMTP_URL'))
    // Without anybody to write to it tries the connection alone.
    const before = mails.length
    expect(await toDo({ SMTP_URL: 'smtp://127.0.0.1:1' })).toEqual(one('接続できないか、ログインできません'))
    expect(await toDo({})).toEqual([])
    expect(mails).toHaveLength(before)
  })

  it('says what to do about a certificate whose authority nobody knows, and of no other', () => {
    for (const error of [Object.assign(new Error('x'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }), new Error('self-signed certificate')])
      expect(reasonOf(error)).toContain('NODE_EXTRA_CA_CERTS')
    expect(reasonOf(new Error('certificate has expired'))).toBe('certificate has expired')
  })

  it('says whose database it is when it is not ours, and nothing else of it', async () => {
    const foreign = await emptyDatabase()
    const client = new pg.Client(foreign.url)
    await client.connect()
    await client.query('create table invoices (id int)').finally(() => client.end())
    expect(await toDo({ DATABASE_URL: foreign.url, DATABASE_APP_URL: undefined })).toEqual(one('別のアプリケーションの表（invoices）'))
    await foreign.drop()
  })

  it('says how many letters wait, of every client and of the platform', async () => {
    await asOwner(`insert into clients (cd, name) values ('901', '会社')`)
    const waiting = (since: string) => `
      insert into outbox_messages (client_id, transport, recipients, subject, body, created_at)
        select id, 'mail', '{a@example.jp}', '', '', now() - interval '${since}' from clients where cd = '901';
      insert into platform_messages (kind, recipients, subject, body, created_at) values ('other', '{b@example.jp}', '', '', now())`
    const undo = 'delete from outbox_messages; delete from platform_messages'
    expect(await toDoAfter(waiting('1 hour'), undo)).toEqual(one('2通あります（最も古いものは60分前から）'))
    expect(await toDoAfter(waiting('1 minute'), undo)).toEqual([])
    expect(wrongOf(judgeLetters([{ count: 0, since: null }], Date.now()))).toEqual([])
  })

  it('says that payments of Stripe wait for settings that are not there', async () => {
    await asOwner(`insert into clients (cd, name) values ('902', '会社')`)
    const paid = `insert into payments (client_id, order_id, adapter, pay_method, amount, state)
        select id, 1, 'stripe', 'credit', 1100, 'paid' from clients where cd = '902'`
    // There is no such order.
    await lookAtDatabase(database.url, owner => beforeTriggers(owner, [paid]))
    expect(await toDo({})).toEqual(one('Stripeで受け付けた決済が1件ありますが、STRIPE_SECRET_KEY'))
    expect(await toDo({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toEqual([])
    await asOwner('delete from payments')
  })

  it('says that the key is another one, that a name is mistyped, and what it left out', async () => {
    const mark = createHmac('sha256', 'another').update('toguchi: the key of this database').digest('hex')
    expect(await toDoAfter(`insert into secret_key_mark (mark) values ('\\x${mark}')`, 'delete from secret_key_mark')).toEqual(
      one('PREVIOUS_SECRET_KEY'),
    )
    expect(await toDo({ S3_BUKET: 'photos' })).toEqual(one('S3_BUCKET の書き間違い'))
    expect(await toDo({ S3_SECRET_KEY: 'of another program', SOMETHING: 'else' })).toEqual([])
    const said = (await examine({ ...env, STORAGE_DIR: undefined, SMTP_URL: undefined }, null)).map(({ says }) => says)
    expect(said).toContain('STORAGE_DIR がないため、写真と書類の保存先と、ディスクの空きは調べていません。')
    expect(said.filter(line => line.startsWith('決済の設定（STRIPE_SECRET_KEY と STRIPE_WEBHOOK_SECRET）がない'))).toHaveLength(1)
    expect(said).toContain('SMTP_URL がないため、メールは調べていません。')
  })

  it('says when the storage cannot be written, is not there, or is nearly full', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await toDo({ STORAGE_DIR: file })).toEqual(one('に書き込めません'))
    expect(wrongOf(await examineStorage({ storageDir: join(folder, 'none'), storage: 'disk', s3: null }))).toEqual(one('がありません'))
    expect(wrongOf(await examineDisk(folder, Number.MAX_SAFE_INTEGER))).toEqual(one('しかありません'))
  })

  it('says when the bucket does not answer, and why', async () => {
    const bucket = { S3_BUCKET: 'photos', S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
    const [said, ...others] = await toDo(bucket)
    expect(said).toMatch(/^バケット photos に書き込み、読み出すことができません.*ECONNREFUSED/)
    expect(others).toEqual([])
    expect(readdirSync(join(storage, 'staging'))).toEqual([])
    // A server that answers, and says nothing but a status.
    for (const [status, advice] of [
      [404, 'S3_BUCKET の綴り'],
      [403, 'S3_ACCESS_KEY_ID'],
      [405, 'HTTP 405'],
    ] as const) {
      const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(status).end()))
      await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
      const { port } = server.address() as AddressInfo
      expect(await toDo({ ...bucket, S3_ENDPOINT: `http://127.0.0.1:${port}` })).toEqual(one(advice))
      await new Promise(closed => server.close(closed))
    }
    expect(await toDo({ ...bucket, S3_ACCESS_KEY_ID: undefined })).toEqual([expect.stringMatching(/^設定 S3_ACCESS_KEY_ID … /)])
  })

  it('says when backups are old or none, and that it knows of none where no folder is named', async () => {
    const long = Date.now() / 1_000 - 50 * 3_600
    utimesSync(join(backups, 'today.dump'), long, long)
    expect(await toDo({})).toEqual(one('50時間前'))
    rmSync(join(backups, 'today.dump'))
    expect(await toDo({})).toEqual(one('バックアップがありません'))
    expect(await toDo({ BACKUP_DIR: join(folder, 'none') })).toEqual(one('読めません'))
    const notes = ((await examine({ ...env, BACKUP_DIR: undefined }, null)) as Finding[]).filter(({ is }) => is === 'note')
    expect(notes.map(({ says }) => says).join()).toContain('BACKUP_DIR')
  })

  it('takes the age of a backup of ours from its name, and none for one that was broken off or has no database', async () => {
    const now = Date.parse('2026-11-27T06:00:00Z')
    const ours = mkdtempSync(join(folder, 'ours-'))
    const says = async () => (await examineBackups(ours, now)).map(finding => finding.says).join()
    for (const name of ['wal', 'unfinished-20261127T050000Z']) mkdirSync(join(ours, name))
    expect(await says()).toContain('バックアップがありません')
    mkdirSync(join(ours, '20261127T040000Z-files'))
    expect(await says()).toContain('2時間前')
    mkdirSync(join(ours, '20261125T060000Z'))
    expect(await says()).toContain('48時間前')
    mkdirSync(join(ours, '20261127T030000Z'))
    expect(await says()).toContain('3時間前')
  })

  it('says how far behind a replica is, and when it is too far', () => {
    const behind = { bytes: 4_096, seconds: 4.2, mostSeconds: 10 }
    expect(judgeLag('レプリカ', { ...behind, bytes: 0, seconds: 9_000 })).toMatchObject({
      is: 'good',
      says: expect.stringContaining('0バイト'),
    })
    expect(judgeLag('レプリカ', behind)).toMatchObject({ is: 'good', says: 'レプリカの遅れは5秒、4,096バイトです。' })
    expect(wrongOf([judgeLag('レプリカ', { ...behind, seconds: 11 })])).toEqual(one('pg_stat_replication'))
    expect(wrongOf([judgeLag('レプリカ', { ...behind, seconds: null })])).toEqual(one('不明な時間'))
  })

  it('says when the log of the database is not kept any more', () => {
    const [earlier, later] = [new Date('2026-11-27T05:00:00Z'), new Date('2026-11-27T05:01:00Z')]
    const state = { archived: 5, failed: 0, archived_at: earlier, failed_at: null, segment: null, newest: null }
    const failing = { ...state, failed: 1, failed_at: later, segment: '000000010000000000000008' }
    expect(judgeArchiver({ ...state, archived: 0, archived_at: null }, null)[0]?.is).toBe('note')
    expect(judgeArchiver(state, null)[0]?.is).toBe('good')
    expect(judgeArchiver(failing, null)).toMatchObject([
      { is: 'wrong', says: expect.stringMatching(/000000010000000000000008 .*2026-11-27 14:01:00（日本時間）.*空きと権限/) },
    ])
    expect(judgeArchiver({ ...failing, archived_at: new Date('2026-11-27T05:02:00Z') }, null)[0]?.is).toBe('good')
  })

  it('says of an archive that another cluster used that it is not a matter of room', () => {
    const at = new Date('2026-11-27T05:00:00Z')
    const failing = { archived: 0, failed: 1, archived_at: null, failed_at: at, segment: '00000002.history', newest: null }
    const [ofAnother, empty] = [mkdtempSync(join(folder, 'archive-')), mkdtempSync(join(folder, 'archive-'))]
    for (const place of [ofAnother, empty]) mkdirSync(join(place, 'wal'))
    writeFileSync(join(ofAnother, 'wal', '00000002.history.gz'), '')
    expect(judgeArchiver(failing, ofAnother)).toMatchObject([{ says: expect.stringContaining('同じ名前で内容の違うファイルがあります') }])
    expect(judgeArchiver(failing, ofAnother)[0]?.says).not.toContain('空きと権限')
    expect(judgeArchiver(failing, empty)[0]?.says).toContain('空きと権限')
  })

  it('is a command that prints its sentences, and says by its exit code whether something must be done', async () => {
    writeFileSync(join(backups, 'new.dump'), 'x')
    const doctor = (over: Record<string, string>) =>
      run(process.execPath, [fileURLToPath(new URL('../admin.ts', import.meta.url)), 'doctor'], { env: { ...env, ...over } }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      )
    expect(await doctor({})).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ 必要な設定[^✗]*直すところはありません。\n$/) as string,
    })
    expect(await doctor({ MAIL_FROM: 'nobody' })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^✗ 設定 MAIL_FROM … [^✗]*直すところが1件あります。\n$/) as string,
    })
  })

  it('says when clocks differ, and when what the program knows is old', () => {
    expect(wrongOf([judgeClock(-90)])).toEqual(one('90秒ずれています'))
    expect(wrongOf(examineData(new Date('2026-11-26'), '2025-01-01'))).toEqual(one('郵便番号'))
    expect(wrongOf(examineData(new Date('2050-02-01'), '2050-01-01'))).toEqual(one('祝日'))
  })
})
