import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './problem.ts'
import type { ServerSettings } from '../settings.ts'

/**
 * The built web application: hashed assets may be kept for a year, the page never. Every address that is not the API's is a page
 * (history mode, spec §2); an unknown /api path stays JSON (G-ERR-11).
 */
export const serveWeb = async (
  app: FastifyInstance,
  { webDir, apiHostTemplate }: Pick<ServerSettings, 'webDir' | 'apiHostTemplate'>,
): Promise<void> => {
  if (webDir === null) {
    app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound().body()))
    return
  }
  const built = await readFile(path.join(webDir, 'index.html'), 'utf8')
  // The browser must know the hosts before its first request (G-API-01).
  const template = apiHostTemplate.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const html = built.replace('name="api-host-template" content=""', () => `name="api-host-template" content="${template}"`)
  const plain = variantOf(html)
  const variants = (await readPreloads(webDir)).map(page => ({ segments: page.pattern.split('/'), page: variantOf(arriving(html, page)) }))
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const isAsset = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
      // What a document may do is said with it. Beside thirty small files it weighed as much as a fifth of what they hold.
      if (isAsset && !isWorker(file)) for (const name of saidOfDocuments) reply.removeHeader(name)
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|gateway|assets|healthz|readyz|metrics)([/?]|$)/.test(request.url)
    if (!isPage) return reply.code(404).send(notFound().body())
    const { page, compressed, etag } = variantFor(variants, request.url)?.page ?? plain
    reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' }).type('text/html; charset=utf-8')
    return takesBrotli ? reply.header('content-encoding', 'br').send(compressed()) : reply.send(page)
  })
}

/** Headers that mean something to a document alone; `nosniff` and the rest stay. */
const saidOfDocuments = ['content-security-policy', 'origin-agent-cluster', 'x-dns-prefetch-control', 'x-frame-options', 'x-xss-protection']

/** A worker is held by what its own file says. */
const isWorker = (file: string): boolean => /worker/.test(path.basename(file))

interface Preloads {
  /** An address with `:x` in the place of every parameter. */
  pattern: string
  scripts: string[]
  styles: string[]
  /** Whether they are to be there before any script of the application has run. */
  showsInStyles: boolean
  /** What it shows before the application has come (web/src/app/first-paint.tsx), and what that needs. */
  firstPaint: { audience: 'guest' | 'member'; markup: string; styles: string[]; scripts: string[] } | null
}

/** What the pages need first, as the build wrote it down (web/page-preloads.ts). */
const readPreloads = async (webDir: string): Promise<Preloads[]> =>
  JSON.parse(await readFile(path.join(webDir, '.vite/preloads.json'), 'utf8')) as Preloads[]

const variantOf = (html: string) => {
  const page = Buffer.from(html)
  let compressed: Buffer | undefined
  return {
    page,
    /** When it is first asked for: all of them together are two seconds of a start. */
    compressed: () => (compressed ??= brotliCompressSync(page)),
    etag: `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 16)}"`,
  }
}

/**
 * A page's HTML with the names of its files, and with what it shows first. What only takes over from that is named aside: the entry lets it
 * be fetched when the first paint is on the screen (web/src/app/ahead/later-files.ts), and until then nothing takes the line from it.
 */
const arriving = (html: string, { scripts, styles, showsInStyles, firstPaint }: Preloads): string => {
  if (firstPaint === null)
    return withLinks(html, [...styles.map(showsInStyles ? styleSheet : styleLink), ...scripts.map(scriptLink)].join(''))
  const [shownScripts, shownStyles] = [new Set(firstPaint.scripts), new Set(firstPaint.styles)]
  const atOnce = [...firstPaint.scripts.map(scriptLink), ...firstPaint.styles.map(styleSheet)]
  const later = [
    ...scripts.filter(file => !shownScripts.has(file)).map(scriptLink),
    ...styles.filter(file => !shownStyles.has(file)).map(styleLink),
  ]
  return withLinks(html, `${atOnce.join('')}<template id="later-files">${later.join('')}</template>`)
    .replace('<html', '<html data-dark="allowed"')
    .replace('<div id="app">', opening => `${opening}<div data-first-paint="${firstPaint.audience}">${firstPaint.markup}</div>`)
}

const withLinks = (html: string, links: string): string => html.replace('</head>', () => `${links}</head>`)
const scriptLink = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`
const styleSheet = (file: string): string => `<link rel="stylesheet" crossorigin href="${file}">`
const styleLink = (file: string): string => `<link rel="preload" as="style" crossorigin href="${file}">`

/** Hashes of the scripts that stand inside the built page, as a content security policy names them; none without a build. */
export const inlineScriptHashes = async (webDir: string | null): Promise<string[]> => {
  if (webDir === null) return []
  const html = await readFile(path.join(webDir, 'index.html'), 'utf8')
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/** The page of an address; where two patterns fit, `/constructions/new` and `/constructions/:x`, the one with fewer parameters. */
const variantFor = <Variant extends { segments: readonly string[] }>(variants: readonly Variant[], url: string): Variant | undefined => {
  const asked = (url.split(/[?#]/, 1)[0] ?? '').replace(/(?<=.)\/$/, '').split('/')
  const fits = ({ segments }: Variant) =>
    segments.length === asked.length && segments.every((segment, at) => (segment === ':x' ? asked[at] !== '' : segment === asked[at]))
  const parameters = ({ segments }: Variant) => segments.filter(segment => segment === ':x').length
  return variants.filter(fits).toSorted((a, b) => parameters(a) - parameters(b))[0]
}
