import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2, type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { demandProgram } from '../../tools/debian-packages.ts'

const deployed = (name: string) => readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')

/** A proxy of Debian with the lines that operators are given, and nothing changed in them but ports, folders and certificate. */
export interface Proxy {
  port: number
  close(): Promise<void>
}

export const proxies = ['nginx', 'caddy'] as const

export const startProxy = async (kind: (typeof proxies)[number], upstream: string): Promise<Proxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'toguchi-proxy-'))
  // As root, nginx works as somebody else.
  chmodSync(folder, 0o755)
  makeCertificate(folder)
  const [port, plainPort] = await freePorts()
  const place: Place = { folder, upstream: new URL(upstream).host, port, plainPort }
  const child = kind === 'nginx' ? startNginx(place) : startCaddy(place)
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
  return { port, close }
}

interface Place {
  folder: string
  upstream: string
  port: number
  /** Where it sends on from http to https. */
  plainPort: number
}

const startNginx = ({ folder, upstream, port, plainPort }: Place): ChildProcess => {
  const program = demandProgram('nginx', 'nginx-light')
  const site = deployed('nginx.conf')
    .replaceAll('127.0.0.1:3000', upstream)
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/listen 80;/, `listen 127.0.0.1:${plainPort};`)
    .replace(/listen 443 /, `listen 127.0.0.1:${port} `)
    .replaceAll('/etc/toguchi/tls', folder)
  writeFileSync(join(folder, 'toguchi.conf'), site)
  const main = deployed('nginx/main.conf').replaceAll('/tmp/', `${folder}/`).replaceAll('/etc/nginx/', `${folder}/`)
  writeFileSync(join(folder, 'nginx.conf'), main.replaceAll('/dev/stdout', '/dev/null').replaceAll('/dev/stderr', 'stderr'))
  return spawn(program, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] })
}

const startCaddy = ({ folder, upstream, port, plainPort }: Place): ChildProcess => {
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
      TOGUCHI_UPSTREAM: upstream,
    },
    stdio: 'ignore',
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
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`)
    const caller = await callerOf(port).catch(() => undefined)
    if (caller) return caller.leave()
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error('the proxy does not listen')
}

export interface ProxyAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Whoever calls the proxy by HTTP/2, as browsers do, from an address of this machine. */
export interface ProxyCaller {
  ask(method: string, path: string, headers?: Record<string, string>, body?: Buffer): Promise<ProxyAnswer>
  /** A stream that stays open; what came so far, and a promise of what will have come when it holds `text`. */
  listen(path: string, headers: Record<string, string>): { until(text: string): Promise<string> }
  leave(): void
}

export const callerOf = (port: number, from = '127.0.0.1'): Promise<ProxyCaller> =>
  new Promise((done, fail) => {
    const session = connectHttp2(`https://www.example.jp:${port}`, {
      createConnection: () =>
        connectTls({
          host: '127.0.0.1',
          port,
          localAddress: from,
          servername: 'www.example.jp',
          ALPNProtocols: ['h2'],
          rejectUnauthorized: false,
        }),
    })
    session.once('error', fail)
    session.once('connect', () => done({ ...ways(session), leave: () => session.destroy() }))
  })

const ways = (session: ClientHttp2Session): Pick<ProxyCaller, 'ask' | 'listen'> => ({
  ask: (method, path, headers = {}, body) => answerTo(session.request({ ':method': method, ':path': path, ...headers }), body),
  listen: (path, headers) => {
    const stream = session.request({ ':path': path, ...headers })
    let text = ''
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
    return {
      until: wanted =>
        new Promise(done => {
          const look = () => {
            if (text.includes(wanted)) done(text.slice(0, text.indexOf(wanted)))
          }
          stream.on('data', look)
          look()
        }),
    }
  },
})

const answerTo = (stream: ClientHttp2Stream, body: Buffer | undefined): Promise<ProxyAnswer> =>
  new Promise((done, fail) => {
    let head: IncomingHttpHeaders & { ':status'?: number } = {}
    let text = ''
    stream.on('response', headers => (head = headers))
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
    stream.on('error', fail)
    stream.on('end', () => done({ status: head[':status'] ?? 0, headers: head, text }))
    stream.end(body)
  })
