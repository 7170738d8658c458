import { beforeEach, describe, expect, it } from 'vitest'
import type { LetterDocument } from '@toguchi/domain/printing/letters'
import { buildClient, buildUser, type BuiltPerson } from '../../../test/build.ts'
import { issueCodes } from '../../../test/issue-codes.ts'
import { buildLetterSite, letterOf, type LetterSite, limits } from '../../../test/letter-site.ts'
import { planConstruction } from '../../../test/planned-construction.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
let site: LetterSite

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  site = await buildLetterSite(world)
})

describe('PUT /api/letter_texts', () => {
  it('stands on every construction of the client, with fields replaced and lines kept', async () => {
    const { status, body } = await site.writeClient('information', {
      heading: '{工事名}の日程',
      greeting: '{物件名} {部屋番号}号室の皆様へ\n{工事日}にうかがいます。',
      'first_note.head': '自治会より',
      'first_note.body': '電話 {電話番号}（{受付時間}）',
      closing: 'よろしくお願いいたします。',
    })
    expect([status, body.message]).toEqual([200, '書面の文章を保存しました。'])
    const page = await site.printSheet()
    for (const words of [
      'インターホン更新工事の日程',
      '101号室の皆様へ2026年12月',
      '自治会より電話0120-000-000（平日9:00〜17:00）',
      'よろしくお願いいたします。',
    ])
      expect(page).toContain(words)
    // What stands on every letter, whatever the client writes.
    expect(page).toMatch(/認証コード.*[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/)
    for (const words of ['ご訪問予定日', 'お電話でも承ります', '費用工事の費用はかかりません。']) expect(page).toContain(words)
    expect((await site.eventsOf('letter_texts.written'))[0]).toMatchObject({
      construction_id: null,
      change: { document: 'information', text_keys: ['heading', 'greeting', 'first_note.head', 'first_note.body', 'closing'] },
      actor_kind: 'staffAdmin',
      actor_id: site.boss.id,
    })
    // Another letter has its own words.
    expect(await site.printPoster()).not.toContain('自治会より')
  })

  it('refuses a field that there is none of, and names those that there are', async () => {
    const { status, body } = await site.writeClient('poster', { greeting: '{部屋番号}号室の{お名前}様', closing: '{工事名}' })
    expect(status).toBe(422)
    const [sentence = ''] = body.errors?.full_messages ?? []
    expect(sentence).toContain('あいさつに使えない項目があります：{部屋番号}、{お名前}。使える項目：{物件名}{工事名}')
    expect(Object.keys(body.errors ?? {})).toEqual(['greeting', 'full_messages'])
    expect((await world.call(site.boss, 'GET /api/letter_texts')).body.letter_texts).toEqual([])
  })

  it('refuses what is too long, of several lines where there is room for one, empty where it may not be, or no text of the letter', async () => {
    const errorOf = async (texts: Record<string, string>) => (await site.writeClient('information', texts)).body.errors?.full_messages
    expect(await errorOf({ greeting: 'あ'.repeat(601) })).toEqual(['あいさつは600文字以内で入力してください（1文字多くなっています）'])
    expect(await errorOf({ heading: 'あ'.repeat(41) })).toEqual(['見出しは40文字以内で入力してください（1文字多くなっています）'])
    expect(await errorOf({ 'entry.head': 'あ\nい' })).toEqual(['お部屋への入室（項目名）は改行や見えない文字を入れずに入力してください'])
    expect(await errorOf({ heading: ' ' })).toEqual(['見出しを入力してください'])
    expect(await errorOf({ 'period.body': 'あ' })).toEqual(['工事期間（文章）は一覧にありません'])
  })

  it('never shows the words of one client on the letters of another', async () => {
    const other = await planConstruction(world, { floors: 1, perFloor: 1 })
    await issueCodes(world, other)
    await site.writeClient('information', { greeting: 'わが社だけのあいさつです。' })
    expect(await site.printSheet('information', other)).not.toContain('わが社だけ')
    const stranger = await buildUser(world, other.client, 'Staff_Admin')
    expect((await world.call(stranger, 'GET /api/letter_texts')).body.letter_texts).toEqual([])
    const there = { params: site.params, body: letterOf('information', { greeting: 'よその文章' }) }
    expect((await world.call(stranger, 'PUT /api/constructions/:construction_id/letter_texts', there)).status).toBe(404)
    expect(await site.printSheet()).toContain('わが社だけのあいさつです。')
  })

  it('is the client’s administrators’', async () => {
    for (const person of [site.everyone.staff, site.everyone.operator, site.everyone.craftsman])
      expect((await site.writeClient('poster', { closing: 'あ' }, person)).status).toBe(403)
  })
})

describe('GET /api/letter_texts', () => {
  it('shows what was written, and nothing that is ours', async () => {
    await site.writeClient('reminder', { greeting: 'お返事をお待ちしています。', closing: '' })
    const { letter_texts } = (await world.call(site.boss, 'GET /api/letter_texts')).body
    expect(letter_texts).toMatchObject([{ document: 'reminder', text_key: 'greeting', body: 'お返事をお待ちしています。' }])
    expect((await world.call(site.plan.staff, 'GET /api/letter_texts')).status).toBe(403)
  })
})

describe('DELETE /api/letter_texts', () => {
  it('goes back to ours, with one text or with all', async () => {
    await site.writeClient('information', { greeting: '別のあいさつ', closing: '別の結び' })
    await site.writeClient('poster', { closing: '掲示の結び' })
    const back = (query: { document: LetterDocument; text_key?: string }) => world.call(site.boss, 'DELETE /api/letter_texts', { query })
    const { body } = await back({ document: 'information', text_key: 'greeting' })
    expect(body.message).toBe('元の文章に戻しました。')
    expect(body.letter_texts.map(text => text.body).toSorted()).toEqual(['別の結び', '掲示の結び'].toSorted())
    expect((await back({ document: 'information' })).body.letter_texts.map(text => text.document)).toEqual(['poster'])
    expect((await site.eventsOf('letter_texts.restored')).map(event => event.change)).toEqual([
      { document: 'information', text_keys: ['greeting'] },
      { document: 'information', text_keys: ['closing'] },
    ])
  })

  it('is what saving our own words comes to', async () => {
    await site.writeClient('absence_slip', { heading: 'お留守でした' })
    expect((await site.writeClient('absence_slip', { heading: 'ご不在連絡票' })).body.letter_texts).toEqual([])
  })
})

describe('POST /api/letter_texts/preview', () => {
  it('draws the paper of an example, and saves nothing', async () => {
    const preview = (document: LetterDocument, texts: Record<string, string>, as = site.boss) =>
      world.call(as, 'POST /api/letter_texts/preview', { body: letterOf(document, texts) })
    const { body } = await preview('poster', {})
    expect(body.pages).toBe(1)
    expect(body.picture).toMatch(/^<svg class="typst-doc" viewBox="0 0 595\./)
    expect(body.picture).not.toContain('<script')
    expect((await preview('poster', { greeting: '{誰}' })).body.errors).toHaveProperty('greeting')
    expect((await world.call(site.boss, 'GET /api/letter_texts')).body.letter_texts).toEqual([])
    expect((await preview('poster', {}, site.everyone.staff)).status).toBe(403)
  })
})

describe('PUT /api/constructions/:construction_id/letter_texts', () => {
  it('stands above the client’s, for this construction alone', async () => {
    await site.writeClient('information', { greeting: '会社のあいさつ', closing: '会社の結び' })
    const { body } = await site.write('information', { greeting: 'この工事のあいさつ' })
    expect(body.letter_texts.map(text => text.body)).toEqual(['この工事のあいさつ'])
    expect(body.client_letter_texts.map(text => text.body)).toEqual(['会社の結び', '会社のあいさつ'])
    expect((await site.eventsOf('letter_texts.written')).map(event => event.construction_id)).toEqual([null, site.plan.construction.id])
  })

  it('is the office’s', async () => {
    expect((await site.write('poster', { closing: 'あ' }, site.everyone.operator)).status).toBe(200)
    expect((await site.write('poster', { closing: 'い' }, site.everyone.craftsman)).status).toBe(403)
    expect(
      (
        await world.call(site.plan.staff, 'PUT /api/constructions/:construction_id/letter_texts', {
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
      (await world.call(as, 'GET /api/constructions/:construction_id/letter_texts', { params: site.params })).status
    expect(await show(site.plan.staff)).toBe(200)
    expect(await show(site.everyone.craftsman)).toBe(403)
    expect(await show(await buildUser(world, await buildClient(world), 'Staff'))).toBe(404)
  })
})

describe('DELETE /api/constructions/:construction_id/letter_texts', () => {
  it('goes back to the client’s', async () => {
    await site.writeClient('poster', { closing: '会社の結び' })
    await site.write('poster', { closing: 'この工事の結び' })
    const back = await world.call(site.plan.staff, 'DELETE /api/constructions/:construction_id/letter_texts', {
      params: site.params,
      query: { document: 'poster', text_key: 'closing' },
    })
    expect(back.body.letter_texts).toEqual([])
    expect(back.body.client_letter_texts.map(text => text.body)).toEqual(['会社の結び'])
    const stranger = await buildUser(world, await buildClient(world), 'Staff')
    const there = { params: site.params, query: { document: 'poster' as const } }
    expect((await world.call(stranger, 'DELETE /api/constructions/:construction_id/letter_texts', there)).status).toBe(404)
  })
})

describe('POST /api/constructions/:construction_id/letter_texts/preview', () => {
  it('draws this construction without reading anybody’s code', async () => {
    const preview = (as: BuiltPerson) =>
      world.call(as, 'POST /api/constructions/:construction_id/letter_texts/preview', {
        params: site.params,
        body: letterOf('information', { greeting: '下書き' }),
      })
    expect((await preview(site.plan.staff)).body.pages).toBe(1)
    const codes = await world.inClient(site.plan.client.id, db => db.selectFrom('authentication_codes').select('known_to').execute())
    expect(codes.map(code => code.known_to)).toEqual([[]])
    expect((await preview(site.everyone.craftsman)).status).toBe(403)
    expect((await preview(await buildUser(world, await buildClient(world), 'Staff'))).status).toBe(404)
  })
})

describe('the limits of a construction', () => {
  it('are saved with the number as it is dialled', async () => {
    const { body } = await world.call(site.plan.staff, 'PATCH /api/constructions/:id', {
      params: { id: site.plan.construction.id },
      body: {
        form_type: 'construction_info',
        construction: { manage_no: 'A-1', name: 'インターホン更新工事', ...limits, contact_phone: '０３−１２３４−５６７８' },
      },
    })
    expect(body.construction).toMatchObject({ ...limits, contact_phone: '03-1234-5678' })
  })

  it('are taken over by a copy', async () => {
    await site.setConstruction({ ...limits, contact_phone: '03-1234-5678' })
    const { body } = await world.call(site.plan.staff, 'GET /api/constructions/:construction_id/copy', { params: site.params })
    expect(body.construction).toMatchObject({ ...limits, contact_phone: '03-1234-5678' })
  })
})
