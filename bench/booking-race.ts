import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/src/migrate/migrate.ts'
import { percentileOf } from './child.ts'
import { openRace, type Round } from './race.ts'

/*
 * Fifty residents ask for one free frame at once, over several server processes: one gets it, all others keep theirs and are offered
 * others (D-06). See README.md.
 */
const [rounds = 100, processes = 3, residents = 50] = process.argv.slice(2).map(Number)

const folder = mkdtempSync(join(tmpdir(), 'toguchi-bench-'))
const postgres = await startPostgres({ dataDir: folder })
try {
  await migrate(postgres.url)
  const race = await openRace(postgres.url, { processes, residents, rounds })
  const run: Round[] = []
  for (let round = 0; round < rounds; round += 1) run.push(await race.run())
  await race.close()
  const wrong = run.filter(({ winners, losers, faults }) => winners !== 1 || losers !== residents - 1 || faults.length > 0)
  for (const { winners, losers, faults } of wrong) console.error(`${winners} won, ${losers} lost`, faults)
  const times = run.map(({ milliseconds }) => milliseconds)
  console.log(
    `${rounds} rounds of ${residents} residents over ${processes} server processes: ${rounds - wrong.length} with exactly one winner and ${residents - 1} × 409, nobody lost a frame; until the last answer ${percentileOf(times, 0.5).toFixed(0)} ms (median), ${percentileOf(times, 1).toFixed(0)} ms (longest)`,
  )
  if (wrong.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
