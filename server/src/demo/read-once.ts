import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { LimitedWork } from '../platform/processes/limited-work.ts'
import { sceneOf } from './pictures.ts'

/**
 * A file reader that looks at each scene of the town once: its hundreds of photos are two dozen drawings, taken at different times. What it
 * remembers of the time is the first one's, so a photo of the town says its own in its form.
 */
export const readEachSceneOnce = (reader: LimitedWork): LimitedWork => {
  const read = new Map<string, ReturnType<LimitedWork['ask']>>()
  return {
    ...reader,
    async ask(work) {
      if (work.name !== 'photo') return reader.ask(work)
      // What a photo is asked with (`Readings`).
      const { path } = work.asked as { path: string }
      const scene = createHash('sha256')
        .update(sceneOf(await readFile(path)))
        .digest('base64')
      const answer = read.get(scene) ?? reader.ask(work)
      read.set(scene, answer)
      // What could not be read is asked again.
      return answer.catch((error: unknown) => {
        if (read.get(scene) === answer) read.delete(scene)
        throw error
      })
    },
  }
}
