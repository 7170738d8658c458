import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { demandProgram } from '../../tools/debian-packages.ts'
import { openClient } from '../src/platform/files/s3-client.ts'
import type { S3Settings } from '../src/platform/settings.ts'
import { endsWithTests } from './children.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** A real S3 server that is not ours: Debian's radosgw on the smallest Ceph there is, in memory, on this machine alone. */
export interface Radosgw {
  /** How the application reaches it; its bucket is there and empty. */
  s3: S3Settings
  stop(): Promise<void>
}

const user = { accessKeyId: 'toguchi', secretAccessKey: 'toguchi-secret-of-a-test' }
const mayAll = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *']

/** Installs what is missing as root on Debian; otherwise throws the sentence that says what to install. */
export const startRadosgw = async (): Promise<Radosgw> => {
  const mon = demandProgram('ceph-mon', 'ceph-mon')
  const osd = demandProgram('ceph-osd', 'ceph-osd')
  const gateway = demandProgram('radosgw', 'radosgw')
  const folder = mkdtempSync(join(tmpdir(), 'toguchi-radosgw-'))
  const [monPort, port] = [await freePort(), await freePort()]
  const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') }
  const children: ChildProcess[] = []
  let log = ''
  const keepRunning = (program: string, ...args: string[]) => {
    const child = endsWithTests(spawn(program, [...args, '--foreground'], { env, stdio: ['ignore', 'ignore', 'pipe'] }))
    child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4_000)))
    children.push(child)
  }
  const stop = async () => {
    // They lose nothing that anybody wants: nobody waits for an orderly end.
    for (const child of children.toReversed()) await killed(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const once = (program: string, ...args: string[]) => run(program, args, { env, timeout: 240_000 })
  try {
    const fsid = randomUUID()
    for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))
    writeFileSync(env.CEPH_CONF, configuration(folder, { fsid, monPort, port }))
    const keys = join(folder, 'keys')
    await once('ceph-authtool', '--create-keyring', keys, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
    for (const name of ['client.admin', 'osd.0']) await once('ceph-authtool', keys, '--gen-key', '-n', name, ...mayAll)
    await once('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monPort}]`, join(folder, 'monmap'))
    await once(mon, '-i', 'a', '--mkfs', '--keyring', keys, '--monmap', join(folder, 'monmap'))
    keepRunning(mon, '-i', 'a')
    const osdId = randomUUID()
    await once('ceph', 'osd', 'new', osdId, '0')
    await once(osd, '-i', '0', '--mkfs', '--osd-uuid', osdId)
    keepRunning(osd, '-i', '0')
    const { accessKeyId, secretAccessKey } = user
    const names = ['--uid', 'trying', '--display-name', 'Trying']
    await once('radosgw-admin', 'user', 'create', ...names, '--access-key', accessKeyId, '--secret-key', secretAccessKey)
    keepRunning(gateway, '-n', 'client.admin')
    const s3 = {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'toguchi',
      credentials: user,
      pathStyle: true,
      checksums: false,
      readBack: false,
    }
    await makeBucket(s3)
    return { s3, stop }
  } catch (error) {
    await stop()
    throw new Error(`radosgw did not start:\n${log}`, { cause: error })
  }
}

const configuration = (folder: string, { fsid, monPort, port }: { fsid: string; monPort: number; port: number }): string =>
  [
    '[global]',
    `fsid = ${fsid}`,
    `mon host = [v2:127.0.0.1:${monPort}]`,
    'mon initial members = a',
    'ms bind msgr1 = false',
    'public addr = 127.0.0.1',
    `keyring = ${join(folder, 'keys')}`,
    `run dir = ${folder}`,
    'admin socket =',
    'log file =',
    'mon cluster log file =',
    'mon cluster log to stderr = false',
    'log to stderr = true',
    ...['mon', 'osd', 'rgw'].map(part => `debug ${part} = 0/0`),
    `mon data = ${join(folder, 'mon')}`,
    `osd data = ${join(folder, 'osd')}`,
    `rgw data = ${join(folder, 'rgw')}`,
    'osd pool default size = 1',
    'osd pool default min size = 1',
    'osd pool default pg num = 4',
    'osd pool default pgp num = 4',
    'osd pool default pg autoscale mode = off',
    'osd crush chooseleaf type = 0',
    'mon allow pool size one = true',
    'mon max pg per osd = 1000',
    'auth allow insecure global id reclaim = false',
    'osd objectstore = memstore',
    'memstore device bytes = 4294967296',
    `rgw frontends = beast endpoint=127.0.0.1:${port}`,
    'rgw dns name = 127.0.0.1',
    '',
  ].join('\n')

/** It answers some seconds after it began. */
const makeBucket = async (s3: S3Settings): Promise<void> => {
  const client = openClient(s3)
  for (let tries = 0; ; tries += 1)
    try {
      await client.send(new CreateBucketCommand({ Bucket: s3.bucket }))
      return client.destroy()
    } catch (error) {
      if (tries === 1_200) throw error
      await sleep(200)
    }
}

const killed = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(done => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}
