import { extractText } from 'unpdf'
import { expect } from 'vitest'
import type { BuiltPerson } from './build.ts'
import type { World } from './world.ts'

/** The finished document of a job. */
export const fileOf = async (world: World, as: BuiltPerson, jobId: number): Promise<Buffer> => {
  await world.runJobs()
  const { body } = await world.call(as, 'GET /api/jobs/:id', { params: { id: jobId } })
  expect(body.job).toMatchObject({ state: 'done', error: null })
  expect(body.job.done).toBe(body.job.total)
  return (await world.send(as, 'GET', body.job.file_url ?? '')).raw
}

/** The text of each page, without blanks. */
export const pagesOf = async (pdf: Buffer): Promise<string[]> =>
  (await extractText(new Uint8Array(pdf))).text.map(page => page.replaceAll(/\s/g, ''))
