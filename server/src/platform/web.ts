import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './problem.ts'
import type { ServerSettings } from './settings.ts'

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
  const page = Buffer.from(built.replace('name="api-host-template" content=""', () => `name="api-host-template" content="${template}"`))
  const compressed = brotliCompressSync(page)
  const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 16)}"`
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|gateway|assets)(\/|$)/.test(request.url)
    if (!isPage) return reply.code(404).send(notFound().body())
    reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' }).type('text/html; charset=utf-8')
    return takesBrotli ? reply.header('content-encoding', 'br').send(compressed) : reply.send(page)
  })
}
