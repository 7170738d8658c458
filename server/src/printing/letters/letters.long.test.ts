import { beforeEach, describe, expect, it } from 'vitest'
import { extractText } from 'unpdf'
import type { LetterDocument } from '@toguchi/domain/printing/letters'
import { issueCodes } from '../../../test/issue-codes.ts'
import { buildLetterSite, letterOf, type LetterSite, limits } from '../../../test/letter-site.ts'
import { planConstruction } from '../../../test/planned-construction.ts'
import { textFaults } from '../../../test/text-on-paper.ts'
import { openWorld } from '../../../test/world.ts'

const world = await openWorld()
let site: LetterSite

beforeEach(async () => {
  world.setNow('2026-11-21T10:00:00+09:00')
  site = await buildLetterSite(world)
})

describe('PUT /api/letter_texts, on paper', () => {
  it('breaks what has no blank where its line ends', async () => {
    await site.writeClient('information', {
      greeting: `詳しくは https://www.example.jp/kanri/oshirase?id=${'0123456789'.repeat(9)} をご覧ください。`,
      'first_note.head': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      'first_note.body': 'W'.repeat(120),
    })
    expect(await textFaults(await site.fileOf(await site.askForSheet()))).toEqual([])
  })

  it('prints no row that was emptied, and no line that names only what is not known', async () => {
    await site.writeClient('information', { 'entry.body': '', 'cost.body': '断水：{断水}\n費用：{費用}' })
    const page = await site.printSheet()
    expect(page).not.toContain('お部屋への入室')
    expect(page).not.toContain('断水')
    expect(page).toContain('費用費用：工事の費用はかかりません')
  })

  it('makes long texts smaller, and refuses what would make the page longer', async () => {
    const long = 'ご協力をお願いいたします。'.repeat(24)
    expect((await site.writeClient('information', { greeting: long, closing: long })).status).toBe(200)
    await site.setConstruction(limits)
    expect(await site.printSheet()).toContain('お電話でも承ります')
    const longest = 'あ'.repeat(600)
    const { status, body } = await site.writeClient('information', { greeting: longest, 'entry.body': longest, closing: 'あ\n'.repeat(60) })
    expect([status, body.code, body.errors?.full_messages]).toEqual([
      422,
      'letter_too_long',
      [expect.stringMatching(/^文章が長く、1枚に収まりません。あと\d+行ほど短くしてください。長い文章は、「結び」（約60行）です。$/)],
    ])
    const kept = (await world.call(site.boss, 'GET /api/letter_texts')).body.letter_texts
    expect(kept.map(text => text.body)).toEqual([long, long])
  })
})

describe('POST /api/letter_texts/preview, of every letter', () => {
  it('draws one page of ours, and says when a letter is longer', async () => {
    const preview = (document: LetterDocument, texts: Record<string, string>) =>
      world.call(site.boss, 'POST /api/letter_texts/preview', { body: letterOf(document, texts) })
    for (const document of ['information', 'reminder', 'decision', 'poster', 'absence_slip'] as const) {
      const { body } = await preview(document, {})
      expect(body.pages).toBe(1)
      expect(body.picture).toMatch(/^<svg class="typst-doc" viewBox="0 0 (595|419)\./)
      expect(body.picture).not.toContain('<script')
    }
  })

  it.each([
    ['information', 0],
    ['reminder', 0],
    ['decision', 0],
    // Keeps some air above what stands at its foot, which is there for one or two lines too many.
    ['poster', 2],
    ['absence_slip', 0],
  ] as const)('says by how many lines a letter (%s) is too long for its sheet', async (document, spare) => {
    const withLines = async (lines: number) => {
      const closing = Array.from({ length: lines }, () => 'あ').join('\n')
      const { body } = await world.call(site.boss, 'POST /api/letter_texts/preview', { body: letterOf(document, { closing }) })
      return { pages: body.pages, over: body.lines_over }
    }
    const { pages, over } = await withLines(80)
    expect([pages > 1, over !== null && over > 5]).toEqual([true, true])
    expect(await withLines(80 - (over ?? 0))).toEqual({ pages: 1, over: null })
    expect(await withLines(81 - (over ?? 0) + spare)).toEqual({ pages: 2, over: 1 + spare })
  })
})

describe('PUT /api/constructions/:construction_id/letter_texts, against the client’s', () => {
  it('keeps our words where the client has others', async () => {
    await site.writeClient('absence_slip', { heading: '会社の見出し' })
    expect((await site.write('absence_slip', { heading: 'ご不在連絡票' })).body.letter_texts).toHaveLength(1)
    expect((await site.write('absence_slip', { heading: '会社の見出し' })).body.letter_texts).toEqual([])
  })
})

describe('letter texts of a construction, on paper', () => {
  it('stands above the client’s, for this construction alone', async () => {
    const beside = await planConstruction(world, { client: site.plan.client, floors: 1, perFloor: 1 })
    await issueCodes(world, beside)
    await site.writeClient('information', { greeting: '会社のあいさつ', closing: '会社の結び' })
    await site.write('information', { greeting: 'この工事のあいさつ' })
    const page = await site.printSheet()
    expect(page).toContain('この工事のあいさつ')
    expect(page).toContain('会社の結び')
    expect(await site.printSheet('information', beside)).toContain('会社のあいさつ')
  })

  it('goes back to the client’s', async () => {
    await site.writeClient('poster', { closing: '会社の結び' })
    await site.write('poster', { closing: 'この工事の結び' })
    expect(await site.printPoster()).toContain('この工事の結び')
    await world.call(site.plan.staff, 'DELETE /api/constructions/:construction_id/letter_texts', {
      params: site.params,
      query: { document: 'poster', text_key: 'closing' },
    })
    expect(await site.printPoster()).toContain('会社の結び')
  })
})

describe('DELETE /api/letter_texts, on paper', () => {
  it('goes back to ours, with one text', async () => {
    await site.writeClient('information', { greeting: '別のあいさつ', closing: '別の結び' })
    await world.call(site.boss, 'DELETE /api/letter_texts', { query: { document: 'information', text_key: 'greeting' } })
    const page = await site.printSheet()
    expect(page).toContain('各住戸の室内に入っておこなう工事を予定しています')
    expect(page).toContain('別の結び')
  })
})

describe('POST /api/constructions/:construction_id/letter_texts/preview, beside the paper', () => {
  it('says day and hours of the room that is shown, in the words of the printed letter', async () => {
    const drawn = async (greeting: string) =>
      (
        await world.call(site.plan.staff, 'POST /api/constructions/:construction_id/letter_texts/preview', {
          params: site.params,
          body: letterOf('information', { greeting }),
        })
      ).body.picture
    await site.write('information', { greeting: '訪問 {工事日} {時間帯} です' })
    const [, visit = ''] = /訪問(.*?)です/.exec(await site.printSheet()) ?? []
    expect(visit).toMatch(/^2026年12月\d+日\(.\)午前9:00–/)
    expect(await drawn('訪問 {工事日} {時間帯} です')).toBe(await drawn(`訪問 ${visit.replace(')', ') ').replace('午前', '午前 ')} です`))
  })
})

describe('a letter', () => {
  it('says of a dwelling without a date what can be done without one, and reminds of none', async () => {
    expect(await site.printSheet()).toContain('下の日時でご都合がよいかご確認ください。')
    await world.inClient(site.plan.client.id, db => db.deleteFrom('assigns').execute())
    const page = await site.printSheet()
    for (const words of [
      '日程調整中です',
      '日時が決まりましたら、あらためてお知らせいたします。',
      '日程が決まると、スマートフォンで確認・変更ができます',
    ])
      expect(page).toContain(words)
    for (const words of ['下の日時', 'スマートフォンで日程の確認・変更ができます']) expect(page).not.toContain(words)
    const reminder = await world.call(site.plan.staff, 'POST /api/constructions/:construction_id/distribution_sheets', {
      params: site.params,
      body: { kind: 'reminder' },
    })
    expect(reminder.body.code).toBe('nobody_to_remind')
  })

  it('speaks of options only where they can be bought', async () => {
    expect(await site.printSheet()).not.toContain('オプション')
    await site.setConstruction({ use_optional_construction: true })
    expect(await site.printSheet()).toContain('工事の費用はかかりません。ご希望の方だけのオプション工事は有料です。')
  })

  it('names a room that is no number by its name, without breaking it', async () => {
    const named = async (name: string) => {
      await world.inClient(site.plan.client.id, db => db.updateTable('rooms').set({ name }).execute())
      return (await extractText(new Uint8Array(await site.fileOf(await site.askForSheet())))).text[0]?.replaceAll(/[^\S\n]/g, '')
    }
    const owner = 'オーナー住戸（メゾネット上階604号室）'
    expect((await named(owner))?.split('\n')[0]).toContain(`${owner}居住者様`)
    expect((await named('1203'))?.split('\n')[0]).toContain('1203号室居住者様')
  })
})

describe('the limits of a construction, on paper', () => {
  it('stand on letter and poster with their hours, and nowhere while they are empty', async () => {
    expect(await site.printSheet()).not.toMatch(/断水|停電|トイレ|騒音|エレベーター/)
    const saved = await world.call(site.plan.staff, 'PATCH /api/constructions/:id', {
      params: { id: site.plan.construction.id },
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
    const [sheet, poster] = [await site.printSheet(), await site.printPoster()]
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
})

describe('the number to call', () => {
  it('call the client’s own number where it has one', async () => {
    const change = (contact_phone: string) =>
      world.call(site.boss, 'PATCH /api/settings', { body: { client: { contact_phone, contact_hours: '平日8時〜18時' } } })
    expect((await change('telephone')).body.errors).toHaveProperty('contact_phone')
    expect((await change('0120-111-222')).body.client).toMatchObject({ contact_phone: '0120-111-222', contact_hours: '平日8時〜18時' })
    expect(await site.printSheet()).toContain('0120-111-222受付平日8時〜18時')
  })
})

describe('the 説明会', () => {
  it('is announced in the client’s words while it is to come, and not once it is over', async () => {
    await site.writeClient('information', { 'briefing.head': 'ご説明', 'briefing.body': '集会室で{説明会}から行います。' })
    await site.setConstruction({ briefing_session_at: new Date('2026-11-21T14:00:00+09:00') })
    expect(await site.printSheet()).toContain('ご説明集会室で2026年11月21日(土)')
    world.setNow('2026-11-21T15:00:00+09:00')
    const page = await site.printSheet()
    expect(page).not.toContain('ご説明集会室')
    expect(page).not.toContain('集会室で')
  })
})
