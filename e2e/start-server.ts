import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '../tools/start-product.ts'

/** Starts the product in a folder of its own, with the demo town that bin/test built or a fresh one, and stops it after the journeys. */
const startServer = async (): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'toguchi-e2e-'))
  // The workers that start after this inherit it; see letters.ts.
  const dataDir = (process.env.E2E_DATA_DIR = join(folder, 'data'))
  const { E2E_TOWN, E2E_PORT } = process.env
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    // The database starts in a folder of its own owner's and mode alone, which Node's cpSync does not keep.
    if (E2E_TOWN !== undefined) execFileSync('cp', ['-a', E2E_TOWN, dataDir])
    const stop = await startProduct({ dataDir, port: E2E_PORT ?? '' })
    return async () => {
      await stop()
      remove()
    }
  } catch (error) {
    remove()
    throw error
  }
}

// Playwright takes the default export of a global set-up.
// oxlint-disable-next-line import/no-default-export
export default startServer
