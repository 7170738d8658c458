import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demandProgram } from '../../tools/debian-packages.ts'
import { endsWithTests } from './children.ts'
import { callerOf } from './proxy-caller.ts'

const deployed = (name: string) => readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')

/** A proxy of Debian with the lines that operators are given, and nothing changed in them but ports, folders and certificate. */
export interface Proxy {
  port: number
  /** All that it has written into its logs. */
  said(): string
  close(): Promise<void>
}

export const proxies = ['nginx', 'caddy'] as const

export const startProxy = async (kind: (typeof proxies)[number], ...upstreams: readonly string[]): Promise<Proxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'toguchi-proxy-'))
  // As root, nginx works as somebody else.
  chmodSync(folder, 0o755)
  makeCertificate(folder)
  const [port, plainPort] = await freePorts()
  const place: Place = { folder, upstreams: upstreams.map(upstream => new URL(upstream).host), port, plainPort }
  const child = endsWithTests(kind === 'nginx' ? startNginx(place) : startCaddy(place))
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await listening(child, port).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { port, said: () => logs.map(name => readLog(join(folder, name))).join('\n'), close }
}

interface Place {
  folder: string
  /** Where the application listens: one address for each node. */
  upstreams: readonly string[]
  port: number
  /** Where it sends on from http to https. */
  plainPort: number
}

const logs = ['toguchi.access.log', 'toguchi.error.log', 'caddy.log']
const readLog = (place: string): string => (existsSync(place) ? readFileSync(place, 'utf8') : '')

const startNginx = ({ folder, upstreams, port, plainPort }: Place): ChildProcess => {
  const program = demandProgram('nginx', 'nginx-light')
  const site = deployed('nginx.conf')
    .replace('server 127.0.0.1:3000;', upstreams.map(upstream => `server ${upstream};`).join(' '))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/listen 80;/, `listen 127.0.0.1:${plainPort};`)
    .replace(/listen 443 /, `listen 127.0.0.1:${port} `)
    .replaceAll('/etc/toguchi/tls', folder)
    .replaceAll('/var/log/nginx', folder)
  writeFileSync(join(folder, 'toguchi.conf'), site)
  const main = deployed('nginx/main.conf').replaceAll('/tmp/', `${folder}/`).replaceAll('/etc/nginx/', `${folder}/`)
  writeFileSync(join(folder, 'nginx.conf'), main.replaceAll('/dev/stdout', '/dev/null').replaceAll('/dev/stderr', 'stderr'))
  return spawn(program, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] })
}

const startCaddy = ({ folder, upstreams, port, plainPort }: Place): ChildProcess => {
  const program = demandProgram('caddy', 'caddy')
  writeFileSync(join(folder, 'Caddyfile'), deployed('Caddyfile').replace('admin off', `admin off\n\thttp_port ${plainPort}`))
  return spawn(program, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      TOGUCHI_HOSTS: `*.example.jp:${port}, example.jp:${port}`,
      TOGUCHI_CERTIFICATE: join(folder, 'fullchain.pem'),
      TOGUCHI_CERTIFICATE_KEY: join(folder, 'privkey.pem'),
      TOGUCHI_UPSTREAM: upstreams.join(' '),
    },
    stdio: ['ignore', 'ignore', openSync(join(folder, 'caddy.log'), 'a')],
  })
}

const makeCertificate = (folder: string): void => {
  const names = 'subjectAltName=DNS:*.example.jp,DNS:example.jp'
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(folder, 'privkey.pem')]
  const certificate = ['-subj', '/CN=example.jp', '-addext', names, '-days', '2', '-out', join(folder, 'fullchain.pem')]
  execFileSync(demandProgram('openssl', 'openssl'), ['req', '-x509', ...key, ...certificate], { stdio: 'ignore' })
}

const freePorts = async (): Promise<[number, number]> => {
  const probes = [createServer(), createServer()]
  const ports = await Promise.all(
    probes.map(
      probe =>
        new Promise<number>(done =>
          probe.listen(0, '127.0.0.1', () => {
            const address = probe.address()
            done(typeof address === 'object' && address ? address.port : 0)
          }),
        ),
    ),
  )
  await Promise.all(probes.map(probe => new Promise(done => probe.close(done))))
  return [ports[0] ?? 0, ports[1] ?? 0]
}

const listening = async (child: ChildProcess, port: number): Promise<void> => {
  for (let tries = 0; tries < 2_000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`)
    const caller = await callerOf(port).catch(() => undefined)
    if (caller) return caller.leave()
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error('the proxy does not listen')
}
