import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DetailSchedule } from '../domain/src/schedule/contract.ts'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { type Child, medianOf, startChild } from './child.ts'
import { askOnce, measure, requestBytes } from './load.ts'
import { readRecording } from './recording.ts'
import { besideOf, type Place, seedSchedule } from './schedule-seed.ts'

/*
 * The whole detail schedule of a thousand rooms in one answer, and the save of 300 moves, against a bare node:http + pg server that sends
 * the very same statements with the same values, as the application recorded them. See README.md.
 */
const [rounds = 9, seconds = 1] = process.argv.slice(2, 4).map(Number)
const rooms = 1_000
const moves = 300
const connections = 4
/** Of the bare server's answers per second, at least; of its time for a save, at most. */
const demanded = { show: 0.5, save: 2 }

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
const children: Child[] = []
const start = async (file: string, ...args: string[]) => {
  const child = await startChild(file, postgres.url, ...args)
  children.push(child)
  return child.port
}
/** What the application sends to the database for one request. */
const recorded = async (name: string, request: Buffer): Promise<string> => {
  const file = join(folder, `${name}.jsonl`)
  const port = await start('app-server.ts', '', file)
  await askOnce(port, request)
  return file
}
const timeOf = async (port: number, request: Buffer): Promise<number> => {
  const began = performance.now()
  await askOnce(port, request)
  return performance.now() - began
}

try {
  await migrate(postgres.url)
  const { headers, constructionId, places } = await seedSchedule(postgres.url, rooms)
  const path = `/api/constructions/${constructionId}/detail_schedule`
  const show = requestBytes('GET', path, { headers })
  const application = await start('app-server.ts')
  const shown = async () => (await askOnce(application, show)) as DetailSchedule
  const here = places.slice(0, moves)
  const there = here.map(besideOf)
  const saveOf = async (to: Place[]) => {
    const { lock_version } = await shown()
    const body = JSON.stringify({ detail_schedule: { lock_version, assigns_attributes: to } })
    return { body, bytes: requestBytes('PATCH', path, { headers, body }) }
  }

  const showing = await recorded('show', show)
  const going = await recorded('going', (await saveOf(there)).bytes)
  const coming = await recorded('coming', (await saveOf(here)).bytes)
  const bare = await start('replay-server.ts', '--all-rows', showing, going, coming)
  const bareShow = requestBytes('GET', '/0', { headers })

  const size = Buffer.byteLength(JSON.stringify(await shown()))
  const bareSize = Buffer.byteLength(JSON.stringify(await askOnce(bare, bareShow)))
  const counts = [showing, going].map(file => readRecording(file).length)
  console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? '?'}), Node ${process.version}, median of ${rounds}`)

  const perSecond: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] }
  const ask = (who: 'ours' | 'theirs', milliseconds: number) =>
    measure({
      port: who === 'ours' ? application : bare,
      connections,
      milliseconds,
      request: who === 'ours' ? () => show : () => bareShow,
    })
  for (const who of ['ours', 'theirs'] as const) await ask(who, 1_000)
  for (let round = 0; round < rounds; round += 1)
    for (const who of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const))
      perSecond[who].push(await ask(who, seconds * 1_000))
  const showRatio = medianOf(perSecond.ours) / medianOf(perSecond.theirs)
  console.log(
    `schedule of ${rooms} rooms, ${counts[0]} statements, ${connections} connections: application ${medianOf(perSecond.ours).toFixed(1)} per second (${(size / 1_000).toFixed(0)} kB), bare server ${medianOf(perSecond.theirs).toFixed(1)} (${(bareSize / 1_000).toFixed(0)} kB of rows), ratio ${showRatio.toFixed(2)} (demanded ${demanded.show})`,
  )

  const times: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] }
  /** There and back: the rooms really move, whoever moves them. */
  const saveBoth = async (who: 'ours' | 'theirs', count: boolean) => {
    for (const [at, to] of [there, here].entries()) {
      const { body, bytes } = await saveOf(to)
      const taken =
        who === 'ours' ? await timeOf(application, bytes) : await timeOf(bare, requestBytes('PATCH', `/${at + 1}`, { headers, body }))
      if (count) times[who].push(taken)
    }
  }
  await askOnce(bare, requestBytes('PATCH', '/1', { headers, body: '{}' }))
  const moved = new Map((await shown()).assigns.map(({ room, frame_number }) => [room.id, frame_number]))
  if (there.some(({ room_id, frame_number }) => moved.get(room_id) !== frame_number)) throw new Error('the bare server moved nothing')
  for (const who of ['theirs', 'ours'] as const) await saveBoth(who, false)
  for (let round = 0; round < rounds; round += 1)
    for (const who of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)) await saveBoth(who, true)
  const saveRatio = medianOf(times.ours) / medianOf(times.theirs)
  console.log(
    `save of ${moves} moves, ${counts[1]} statements, one after the other: application ${medianOf(times.ours).toFixed(1)} ms, bare server ${medianOf(times.theirs).toFixed(1)} ms, ratio ${saveRatio.toFixed(2)} (at most ${demanded.save})`,
  )
  if (showRatio < demanded.show || saveRatio > demanded.save) process.exitCode = 1
} finally {
  for (const { child } of children) if (child.connected) child.disconnect()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
