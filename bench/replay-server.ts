import { createServer } from 'node:http'
import pg from 'pg'
import { poolSize } from './contest.ts'
import { readRecording } from './recording.ts'

/*
 * node:http and pg, nothing else: /<n> sends the statements of the n-th recording again, in their order and by their names, and answers
 * with the rows of the last one that had any; with `--all-rows` with the rows of all.
 */
const [databaseUrl = '', ...given] = process.argv.slice(2)
const allRows = given[0] === '--all-rows'
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, options: '-c role=toguchi_app' })
pg.types.setTypeParser(pg.types.builtins.DATE, value => value)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const recordings = given.slice(allRows ? 1 : 0).map(readRecording)

const replay = async (at: number): Promise<unknown> => {
  const client = await pool.connect()
  const rows: unknown[][] = []
  try {
    for (const { name, text, values } of recordings[at] ?? []) {
      const result = await (values.length === 0 && name === undefined
        ? client.query(text)
        : client.query({ ...(name === undefined ? {} : { name }), text, values }))
      if (!Array.isArray(result) && result.rows.length > 0) rows.push(result.rows)
    }
    return allRows ? rows : rows.at(-1)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const server = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString())
    const text = Buffer.from(JSON.stringify(await replay(Number(request.url?.slice(1)))))
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length }).end(text)
  })().catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.(address.port)
})
process.on('disconnect', () => process.exit(0))
