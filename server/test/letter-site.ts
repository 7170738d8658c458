import { extractText } from 'unpdf'
import { expect } from 'vitest'
import type { LetterDocument } from '@toguchi/domain/printing/letters'
import { buildEveryone } from './build.ts'
import { issueCodes } from './issue-codes.ts'
import { planConstruction } from './planned-construction.ts'
import type { World } from './world.ts'

export const letterOf = (document: LetterDocument, texts: Record<string, string>) => ({
  letter: { document, texts: Object.entries(texts).map(([text_key, body]) => ({ text_key, body })) },
})

/** What a construction may restrict. */
export const limits = {
  water_limit: '10時〜12時は水が出ません',
  power_limit: '13時から10分間停電します',
  toilet_limit: '午前中は使用できません',
  noise_limit: '穴あけの音が出ます',
  lift_limit: '1号機は使用できません',
}

/** A construction of one dwelling, with its code, and everybody who may have to do with the words of its letters. */
export const buildLetterSite = async (world: World) => {
  const plan = await planConstruction(world, { floors: 1, perFloor: 1 })
  await issueCodes(world, plan)
  const everyone = await buildEveryone(world, plan.client)
  const boss = everyone.staffAdmin
  const params = { construction_id: plan.construction.id }
  const writeClient = (document: LetterDocument, texts: Record<string, string>, as = boss) =>
    world.call(as, 'PUT /api/letter_texts', { body: letterOf(document, texts) })
  const write = (document: LetterDocument, texts: Record<string, string>, as = plan.staff) =>
    world.call(as, 'PUT /api/constructions/:construction_id/letter_texts', { params, body: letterOf(document, texts) })
  const setConstruction = (values: Record<string, unknown>) =>
    world.inClient(plan.client.id, db => db.updateTable('constructions').set(values).where('id', '=', plan.construction.id).execute())
  const eventsOf = (kind: string) =>
    world.inClient(plan.client.id, db =>
      db
        .selectFrom('events')
        .where('kind', '=', kind)
        .select(['construction_id', 'change', 'actor_kind', 'actor_id'])
        .orderBy('id')
        .execute(),
    )

  const fileOf = async (jobId: number, as = plan.staff): Promise<Buffer> => {
    await world.runJobs()
    const { body } = await world.call(as, 'GET /api/jobs/:id', { params: { id: jobId } })
    expect(body.job).toMatchObject({ state: 'done', error: null })
    return (await world.send(as, 'GET', body.job.file_url ?? '')).raw
  }
  /** The only page, without blanks. */
  const finished = async (jobId: number, as = plan.staff): Promise<string> => {
    const raw = await fileOf(jobId, as)
    const { text } = await extractText(new Uint8Array(raw))
    expect(text).toHaveLength(1)
    return (text[0] ?? '').replaceAll(/\s/g, '')
  }
  const askForSheet = async (kind: 'information' | 'reminder' | 'decision' = 'information', of = plan): Promise<number> =>
    (
      await world.call(of.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
        params: { construction_id: of.construction.id },
        body: { kind },
      })
    ).body.job.id
  const printSheet = async (kind: 'information' | 'reminder' | 'decision' = 'information', of = plan) =>
    finished(await askForSheet(kind, of), of.staff)
  const printPoster = async () =>
    finished((await world.call(plan.staff, 'POST /api/constructions/:construction_id/poster', { params })).body.job.id)
  return { plan, everyone, boss, params, writeClient, write, setConstruction, eventsOf, fileOf, askForSheet, printSheet, printPoster }
}
export type LetterSite = Awaited<ReturnType<typeof buildLetterSite>>
