import { beforeEach, describe, expect, it } from 'vitest'
import { extractText } from 'unpdf'
import type { LetterDocument } from '@toguchi/domain/printing/letters'
import { buildClient, buildEveryone, buildUser, type BuiltPerson } from '../../../test/build.ts'
import { issueCodes } from '../../../test/issue-codes.ts'
import { planConstruction, type PlannedConstruction } from '../../../test/planned-construction.ts'
import { textFaults } from '../../../test/text-on-paper.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()

let plan: PlannedConstruction
let everyone: Awaited<ReturnType<typeof buildEveryone>>
let boss: BuiltPerson
beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  plan = await planConstruction(world, { floors: 1, perFloor: 1 })
  await issueCodes(world, plan)
  everyone = await buildEveryone(world, plan.client)
  boss = everyone.staffAdmin
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
  finished((await world.call(plan.staff, 'POST /api/constructions/:construction_id/poster', { params: params() })).body.job.id)

const limits = {
  water_limit: '10時〜12時は水が出ません',
  power_limit: '13時から10分間停電します',
  toilet_limit: '午前中は使用できません',
  noise_limit: '穴あけの音が出ます',
  lift_limit: '1号機は使用できません',
}

describe('POST /api/constructions/:construction_id/distribution_sheets', () => {
  it('says of a dwelling without a date what can be done without one, and reminds of none', async () => {
    expect(await printSheet()).toContain('下の日時でご都合がよいかご確認ください。')
    await world.inClient(plan.client.id, db => db.deleteFrom('assigns').execute())
    const page = await printSheet()
    for (const words of [
      '日程調整中です',
      '日時が決まりましたら、あらためてお知らせいたします。',
      '日程が決まると、スマートフォンで確認・変更ができます',
    ])
      expect(page).toContain(words)
    for (const words of ['下の日時', 'スマートフォンで日程の確認・変更ができます']) expect(page).not.toContain(words)
    const reminder = await world.call(plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: params(),
      body: { kind: 'reminder' },
    })
    expect(reminder.body.code).toBe('nobody_to_remind')
  })

  it('speaks of options only where they can be bought', async () => {
    expect(await printSheet()).not.toContain('オプション')
    await setConstruction({ use_optional_construction: true })
    expect(await printSheet()).toContain('工事の費用はかかりません。ご希望の方だけのオプション工事は有料です。')
  })

  it('names a room that is no number by its name, without breaking it', async () => {
    const named = async (name: string) => {
      await world.inClient(plan.client.id, db => db.updateTable('rooms').set({ name }).execute())
      return (await extractText(new Uint8Array(await fileOf(await askForSheet())))).text[0]?.replaceAll(/[^\S\n]/g, '')
    }
    const owner = 'オーナー住戸（メゾネット上階604号室）'
    expect((await named(owner))?.split('\n')[0]).toContain(`${owner}居住者様`)
    expect((await named('1203'))?.split('\n')[0]).toContain('1203号室居住者様')
  })
})

describe('PUT /api/letter_texts', () => {
  it('stands on every construction of the client, with fields replaced and lines kept', async () => {
    const { status, body } = await writeClient('information', {
      heading: '{工事名}の日程',
      greeting: '{物件名} {部屋番号}号室の皆様へ\n{工事日}にうかがいます。',
      'first_note.head': '自治会より',
      'first_note.body': '電話 {電話番号}（{受付時間}）',
      closing: 'よろしくお願いいたします。',
    })
    expect([status, body.message]).toEqual([200, '書面の文章を保存しました。'])
    const page = await printSheet()
    for (const words of [
      'インターホン更新工事の日程',
      '101号室の皆様へ2026年12月',
      '自治会より電話0120-000-000（平日9:00〜17:00）',
      'よろしくお願いいたします。',
    ])
      expect(page).toContain(words)
    // What stands on every letter, whatever the client writes.
    expect(page).toMatch(/認証コード.*[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/)
    for (const words of ['お宅の工事日（予定）', 'お電話でも承ります', '費用工事の費用はかかりません。']) expect(page).toContain(words)
    expect((await eventsOf('letter_texts.written'))[0]).toMatchObject({
      construction_id: null,
      change: { document: 'information', text_keys: ['heading', 'greeting', 'first_note.head', 'first_note.body', 'closing'] },
      actor_kind: 'staffAdmin',
      actor_id: boss.id,
    })
    // Another letter has its own words.
    expect(await printPoster()).not.toContain('自治会より')
  })

  it('breaks what has no blank where its line ends', async () => {
    await writeClient('information', {
      greeting: `詳しくは https://www.example.jp/kanri/oshirase?id=${'0123456789'.repeat(9)} をご覧ください。`,
      'first_note.head': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      'first_note.body': 'W'.repeat(120),
    })
    expect(await textFaults(await fileOf(await askForSheet()))).toEqual([])
  })

  it('refuses a field that there is none of, and names those that there are', async () => {
    const { status, body } = await writeClient('poster', { greeting: '{部屋番号}号室の{お名前}様', closing: '{工事名}' })
    expect(status).toBe(422)
    const [sentence = ''] = body.errors?.full_messages ?? []
    expect(sentence).toContain('あいさつに使えない項目があります：{部屋番号}、{お名前}。使える項目：{物件名}{工事名}')
    expect(Object.keys(body.errors ?? {})).toEqual(['greeting', 'full_messages'])
    expect((await world.call(boss, 'GET /api/letter_texts')).body.letter_texts).toEqual([])
  })

  it('refuses what is too long, of several lines where there is room for one, empty where it may not be, or no text of the letter', async () => {
    const errorOf = async (texts: Record<string, string>) => (await writeClient('information', texts)).body.errors?.full_messages
    expect(await errorOf({ greeting: 'あ'.repeat(601) })).toEqual(['あいさつは600文字以内で入力してください（1文字多くなっています）'])
    expect(await errorOf({ heading: 'あ'.repeat(41) })).toEqual(['見出しは40文字以内で入力してください（1文字多くなっています）'])
    expect(await errorOf({ 'entry.head': 'あ\nい' })).toEqual(['お部屋への入室（項目名）は改行や見えない文字を入れずに入力してください'])
    expect(await errorOf({ heading: ' ' })).toEqual(['見出しを入力してください'])
    expect(await errorOf({ 'period.body': 'あ' })).toEqual(['工事期間（文章）は一覧にありません'])
  })

  it('never shows the words of one client on the letters of another', async () => {
    const other = await planConstruction(world, { floors: 1, perFloor: 1 })
    await issueCodes(world, other)
    await writeClient('information', { greeting: 'わが社だけのあいさつです。' })
    expect(await printSheet('information', other)).not.toContain('わが社だけ')
    const stranger = await buildUser(world, other.client, 'Staff_Admin')
    expect((await world.call(stranger, 'GET /api/letter_texts')).body.letter_texts).toEqual([])
    const there = { params: params(), body: letterOf('information', { greeting: 'よその文章' }) }
    expect((await world.call(stranger, 'PUT /api/constructions/:construction_id/letter_texts', there)).status).toBe(404)
    expect(await printSheet()).toContain('わが社だけのあいさつです。')
  })

  it('is the client’s administrators’', async () => {
    for (const person of [everyone.staff, everyone.operator, everyone.craftsman])
      expect((await writeClient('poster', { closing: 'あ' }, person)).status).toBe(403)
  })
})

describe('GET /api/letter_texts', () => {
  it('shows what was written, and nothing that is ours', async () => {
    await writeClient('reminder', { greeting: 'お返事をお待ちしています。', closing: '' })
    const { letter_texts } = (await world.call(boss, 'GET /api/letter_texts')).body
    expect(letter_texts).toMatchObject([{ document: 'reminder', text_key: 'greeting', body: 'お返事をお待ちしています。' }])
    expect((await world.call(plan.staff, 'GET /api/letter_texts')).status).toBe(403)
  })
})

describe('DELETE /api/letter_texts', () => {
  it('goes back to ours, with one text or with all', async () => {
    await writeClient('information', { greeting: '別のあいさつ', closing: '別の結び' })
    await writeClient('poster', { closing: '掲示の結び' })
    const back = (query: { document: LetterDocument; text_key?: string }) => world.call(boss, 'DELETE /api/letter_texts', { query })
    const { body } = await back({ document: 'information', text_key: 'greeting' })
    expect(body.message).toBe('元の文章に戻しました。')
    const page = await printSheet()
    expect(page).toContain('各住戸の室内に入っておこなう工事を予定しています')
    expect(page).toContain('別の結び')
    expect((await back({ document: 'information' })).body.letter_texts.map(text => text.document)).toEqual(['poster'])
    expect((await eventsOf('letter_texts.restored')).map(event => event.change)).toEqual([
      { document: 'information', text_keys: ['greeting'] },
      { document: 'information', text_keys: ['closing'] },
    ])
  })

  it('is what saving our own words comes to', async () => {
    await writeClient('absence_slip', { heading: 'お留守でした' })
    expect((await writeClient('absence_slip', { heading: 'ご不在連絡票' })).body.letter_texts).toEqual([])
  })
})

describe('POST /api/letter_texts/preview', () => {
  it('draws the paper of an example, and saves nothing', async () => {
    const preview = (document: LetterDocument, texts: Record<string, string>, as = boss) =>
      world.call(as, 'POST /api/letter_texts/preview', { body: letterOf(document, texts) })
    const { body } = await preview('poster', {})
    expect(body.pages).toBe(1)
    expect(body.picture).toMatch(/^<svg class="typst-doc" viewBox="0 0 595\./)
    expect(body.picture).not.toContain('<script')
    expect((await preview('poster', { greeting: '{誰}' })).body.errors).toHaveProperty('greeting')
    expect((await world.call(boss, 'GET /api/letter_texts')).body.letter_texts).toEqual([])
    expect((await preview('poster', {}, everyone.staff)).status).toBe(403)
  })
})

describe('PUT /api/constructions/:construction_id/letter_texts', () => {
  it('stands above the client’s, for this construction alone', async () => {
    const beside = await planConstruction(world, { client: plan.client, floors: 1, perFloor: 1 })
    await issueCodes(world, beside)
    await writeClient('information', { greeting: '会社のあいさつ', closing: '会社の結び' })
    const { body } = await write('information', { greeting: 'この工事のあいさつ' })
    expect(body.letter_texts.map(text => text.body)).toEqual(['この工事のあいさつ'])
    expect(body.client_letter_texts.map(text => text.body)).toEqual(['会社の結び', '会社のあいさつ'])
    const page = await printSheet()
    expect(page).toContain('この工事のあいさつ')
    expect(page).toContain('会社の結び')
    expect(await printSheet('information', beside)).toContain('会社のあいさつ')
    expect((await eventsOf('letter_texts.written')).map(event => event.construction_id)).toEqual([null, plan.construction.id])
  })

  it('is the office’s', async () => {
    expect((await write('poster', { closing: 'あ' }, everyone.operator)).status).toBe(200)
    expect((await write('poster', { closing: 'い' }, everyone.craftsman)).status).toBe(403)
    expect(
      (
        await world.call(plan.staff, 'PUT /api/constructions/:construction_id/letter_texts', {
          params: { construction_id: 999_999 },
          body: letterOf('poster', { closing: 'う' }),
        })
      ).status,
    ).toBe(404)
  })
})

describe('GET /api/constructions/:construction_id/letter_texts', () => {
  it('is the office’s, and the own client’s', async () => {
    const show = async (as: BuiltPerson) =>
      (await world.call(as, 'GET /api/constructions/:construction_id/letter_texts', { params: params() })).status
    expect(await show(plan.staff)).toBe(200)
    expect(await show(everyone.craftsman)).toBe(403)
    expect(await show(await buildUser(world, await buildClient(world), 'Staff'))).toBe(404)
  })
})

describe('DELETE /api/constructions/:construction_id/letter_texts', () => {
  it('goes back to the client’s', async () => {
    await writeClient('poster', { closing: '会社の結び' })
    await write('poster', { closing: 'この工事の結び' })
    expect(await printPoster()).toContain('この工事の結び')
    const back = await world.call(plan.staff, 'DELETE /api/constructions/:construction_id/letter_texts', {
      params: params(),
      query: { document: 'poster', text_key: 'closing' },
    })
    expect(back.body.letter_texts).toEqual([])
    expect(await printPoster()).toContain('会社の結び')
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    const there = { params: params(), query: { document: 'poster' as const } }
    expect((await world.call(stranger, 'DELETE /api/constructions/:construction_id/letter_texts', there)).status).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/letter_texts/preview', () => {
  it('draws this construction without reading anybody’s code', async () => {
    const preview = (as: BuiltPerson) =>
      world.call(as, 'POST /api/constructions/:construction_id/letter_texts/preview', {
        params: params(),
        body: letterOf('information', { greeting: '下書き' }),
      })
    expect((await preview(plan.staff)).body.pages).toBe(1)
    const codes = await world.inClient(plan.client.id, db => db.selectFrom('authentication_codes').select('known_to').execute())
    expect(codes.map(code => code.known_to)).toEqual([[]])
    expect((await preview(everyone.craftsman)).status).toBe(403)
    expect((await preview(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })

  it('says day and hours of the room that is shown, in the words of the printed letter', async () => {
    const drawn = async (greeting: string) =>
      (
        await world.call(plan.staff, 'POST /api/constructions/:construction_id/letter_texts/preview', {
          params: params(),
          body: letterOf('information', { greeting }),
        })
      ).body.picture
    await write('information', { greeting: '訪問 {工事日} {時間帯} です' })
    const [, visit = ''] = /訪問(.*?)です/.exec(await printSheet()) ?? []
    expect(visit).toMatch(/^2026年12月\d+日\(.\)午前9:00–/)
    expect(await drawn('訪問 {工事日} {時間帯} です')).toBe(await drawn(`訪問 ${visit.replace(')', ') ').replace('午前', '午前 ')} です`))
  })
})

describe('the limits of a construction', () => {
  it('stand on letter and poster with their hours, and nowhere while they are empty', async () => {
    expect(await printSheet()).not.toMatch(/断水|停電|トイレ|騒音|エレベーター/)
    const saved = await world.call(plan.staff, 'PATCH /api/constructions/:id', {
      params: { id: plan.construction.id },
      body: {
        form_type: 'construction_info',
        construction: {
          manage_no: 'A-1',
          name: 'インターホン更新工事',
          ...limits,
          cost_note: '費用は管理組合が負担します',
          clearing_note: 'げた箱の中を空けておいてください',
          contact_phone: '０３−１２３４−５６７８',
          contact_hours: '毎日8時〜20時',
        },
      },
    })
    expect(saved.body.construction).toMatchObject({ ...limits, contact_phone: '03-1234-5678' })
    const [sheet, poster] = [await printSheet(), await printPoster()]
    for (const page of [sheet, poster]) {
      for (const words of [
        '断水10時〜12時は水が出ません',
        '停電13時から10分間停電します',
        'トイレの使用午前中は使用できません',
        '騒音穴あけの音が出ます',
        'エレベーター1号機は使用できません',
      ])
        expect(page).toContain(words)
      expect(page).toContain('03-1234-5678受付毎日8時〜20時')
      expect(page).not.toContain('0120-000-000')
    }
    for (const words of ['費用費用は管理組合が負担します', 'げた箱の中を空けて']) expect(sheet).toContain(words)
  })

  it('are taken over by a copy', async () => {
    await setConstruction({ ...limits, contact_phone: '03-1234-5678' })
    const { body } = await world.call(plan.staff, 'GET /api/constructions/:construction_id/copy', { params: params() })
    expect(body.construction).toMatchObject({ ...limits, contact_phone: '03-1234-5678' })
  })
})
