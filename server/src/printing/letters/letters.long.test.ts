import { beforeEach, describe, expect, it } from 'vitest'
import { extractText } from 'unpdf'
import type { LetterDocument } from '@toguchi/domain/printing/letters'
import { buildUser, type BuiltPerson } from '../../../test/build.ts'
import { issueCodes } from '../../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../../test/planned-construction.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
let boss: BuiltPerson
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world, { floors: 1, perFloor: 1 })
  await issueCodes(world, plan)
  boss = await buildUser(world, plan.client, 'Staff_Admin')
})

const params = () => ({ construction_id: plan.construction.id })
const letterOf = (document: LetterDocument, texts: Record<string, string>) => ({
  letter: { document, texts: Object.entries(texts).map(([text_key, body]) => ({ text_key, body })) },
})
const writeClient = (document: LetterDocument, texts: Record<string, string>, as = boss) =>
  world.call(as, 'PUT /api/letter_texts', { body: letterOf(document, texts) })
const write = (document: LetterDocument, texts: Record<string, string>, as = plan.staff) =>
  world.call(as, 'PUT /api/constructions/:construction_id/letter_texts', { params: params(), body: letterOf(document, texts) })
const setConstruction = (values: Record<string, unknown>) =>
  world.inClient(plan.client.id, db => db.updateTable('constructions').set(values).where('id', '=', plan.construction.id).execute())

const finished = async (jobId: number, as = plan.staff): Promise<string> => {
  await world.runJobs()
  const { body } = await world.call(as, 'GET /api/jobs/:id', { params: { id: jobId } })
  expect(body.job).toMatchObject({ state: 'done', error: null })
  const { raw } = await world.send(as, 'GET', body.job.file_url ?? '')
  const { text } = await extractText(new Uint8Array(raw))
  expect(text).toHaveLength(1)
  return (text[0] ?? '').replaceAll(/\s/g, '')
}
const printSheet = async () =>
  finished(
    (
      await world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
        params: params(),
        body: { kind: 'information' },
      })
    ).body.job.id,
  )

const limits = {
  water_limit: '10時〜12時は水が出ません',
  power_limit: '13時から10分間停電します',
  toilet_limit: '午前中は使用できません',
  noise_limit: '穴あけの音が出ます',
  lift_limit: '1号機は使用できません',
}

describe('PUT /api/letter_texts, on paper', () => {
  it('prints no row that was emptied, and no line that names only what is not known', async () => {
    await writeClient('information', { 'entry.body': '', 'cost.body': '断水：{断水}\n費用：{費用}' })
    const page = await printSheet()
    expect(page).not.toContain('お部屋への入室')
    expect(page).not.toContain('断水')
    expect(page).toContain('費用費用：工事の費用はかかりません')
  })

  it('makes long texts smaller, and refuses what would make the page longer', async () => {
    const long = 'ご協力をお願いいたします。'.repeat(30)
    expect((await writeClient('information', { greeting: long, closing: long })).status).toBe(200)
    await setConstruction(limits)
    expect(await printSheet()).toContain('お電話でも承ります')
    const longest = 'あ'.repeat(600)
    const { status, body } = await writeClient('information', {
      greeting: longest,
      closing: longest,
      'entry.body': longest,
      'clearing.body': longest,
    })
    expect([status, body.code, body.errors?.full_messages]).toEqual([
      422,
      'letter_too_long',
      ['文章が長く、1枚に収まりません。文章を短くしてください。'],
    ])
    const kept = (await world.call(boss, 'GET /api/letter_texts')).body.letter_texts
    expect(kept.map(text => text.body)).toEqual([long, long])
  })
})

describe('POST /api/letter_texts/preview, of every letter', () => {
  it('draws one page of ours, and says when a letter is longer', async () => {
    const preview = (document: LetterDocument, texts: Record<string, string>) =>
      world.call(boss, 'POST /api/letter_texts/preview', { body: letterOf(document, texts) })
    for (const document of ['information', 'reminder', 'decision', 'poster', 'absence_slip'] as const) {
      const { body } = await preview(document, {})
      expect(body.pages).toBe(1)
      expect(body.picture).toMatch(/^<svg class="typst-doc" viewBox="0 0 (595|419)\./)
      expect(body.picture).not.toContain('<script')
    }
    const longest = 'あ'.repeat(600)
    expect((await preview('poster', { greeting: longest, 'period.body': longest, closing: longest })).body.pages).toBe(2)
  })
})

describe('PUT /api/constructions/:construction_id/letter_texts, against the client’s', () => {
  it('keeps our words where the client has others', async () => {
    await writeClient('absence_slip', { heading: '会社の見出し' })
    expect((await write('absence_slip', { heading: 'ご不在連絡票' })).body.letter_texts).toHaveLength(1)
    expect((await write('absence_slip', { heading: '会社の見出し' })).body.letter_texts).toEqual([])
  })
})

describe('the number to call', () => {
  it('call the client’s own number where it has one', async () => {
    const change = (contact_phone: string) =>
      world.call(boss, 'PATCH /api/settings', { body: { client: { contact_phone, contact_hours: '平日8時〜18時' } } })
    expect((await change('telephone')).body.errors).toHaveProperty('contact_phone')
    expect((await change('0120-111-222')).body.client).toMatchObject({ contact_phone: '0120-111-222', contact_hours: '平日8時〜18時' })
    expect(await printSheet()).toContain('0120-111-222受付平日8時〜18時')
  })
})

describe('the 説明会', () => {
  it('is announced in the client’s words while it is to come, and not once it is over', async () => {
    await writeClient('information', { 'briefing.head': 'ご説明', 'briefing.body': '集会室で{説明会}から行います。' })
    await setConstruction({ briefing_session_at: new Date('2026-11-21T14:00:00+09:00') })
    expect(await printSheet()).toContain('ご説明集会室で2026年11月21日(土)')
    world.setNow('2026-11-21T15:00:00+09:00')
    const page = await printSheet()
    expect(page).not.toContain('ご説明集会室')
    expect(page).not.toContain('集会室で')
  })
})
