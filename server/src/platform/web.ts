import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './problem.ts'

/**
 * The built web application: hashed assets may be kept for a year, the page never. Every address that is not the API's is a page
 * (history mode, spec §2); an unknown /api path stays JSON (G-ERR-11).
 */
export const serveWeb = async (app: FastifyInstance, webDir: string | null): Promise<void> => {
  if (webDir === null) return
  const page = await readFile(path.join(webDir, 'index.html'))
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 16)}"`
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
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|gateway|assets)(\/|$)/.test(request.url)
    if (!isPage) return reply.code(404).send(notFound().body())
    return reply.headers({ 'cache-control': 'no-cache', etag }).type('text/html; charset=utf-8').send(page)
  })
}
