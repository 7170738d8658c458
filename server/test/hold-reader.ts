import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readTable } from '../src/file-reader/file-reader.ts'
import type { World } from './world.ts'

/**
 * Keeps the file reader at work for a client, whose further files wait meanwhile: its file is a pipe into which nobody writes. Answers how
 * to let go.
 */
export const holdReader = async ({ platform }: World, clientId: number): Promise<() => Promise<void>> => {
  const folder = path.join(platform.settings.storageDir, 'staging')
  await mkdir(folder, { recursive: true })
  const pipe = path.join(folder, `pipe-${clientId}`)
  execFileSync('mkfifo', [pipe])
  const reading = readTable(platform, { clientId }, pipe)
  return async () => {
    await writeFile(pipe, '見出し\n値')
    await reading
    await rm(pipe)
  }
}
