import { spreadsheetKinds, spreadsheetNouns } from '@toguchi/domain/spreadsheets/labels'
import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildBuilding, buildClient, buildConstruction, buildContractor, buildUser } from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { buildSpreadsheetSite, csv, sentences, sheetOf, type SpreadsheetSite, within } from '../../test/spreadsheet-site.ts'
import { guest, openWorld } from '../../test/world.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { whileTelling } from './tell-progress.ts'

const world = await openWorld()
let site: SpreadsheetSite

beforeEach(async () => {
  site = await buildSpreadsheetSite(world)
})

describe('POST /api/spreadsheets/:kind/rehearsal', () => {
  it('says of every row what would become of it', async () => {
    const known = await buildBuilding(world, site.client, { name: '太子堂ハイツ' })
    const preview = await site.rehearse(
      'buildings',
      csv(
        '住所,物件名,物件コード,電話番号,メモ',
        `東京都世田谷区太子堂1-2-3,太子堂ハイツ新館,${known.cd},,`,
        '神奈川県川崎市1,髙﨑ビル①,,０３（１２３４）５６７８,',
        ',住所なし,,12,',
      ),
    )
    expect(preview.counts).toEqual({ created: 1, changed: 1, unchanged: 0, refused: 1 })
    expect(preview.ignored_headings).toEqual(['メモ'])
    expect(preview.rows.map(row => [row.number, row.outcome])).toEqual([
      [2, 'changed'],
      [3, 'created'],
      [4, 'refused'],
    ])
    expect(preview.rows[0]?.before).toEqual([null, '太子堂ハイツ', null, null, null, null, null, null])
    expect(preview.rows[1]?.values).toEqual(['', '髙﨑ビル①', '', '', '神奈川県川崎市1', '', '', '0312345678'])
    expect(preview.rows[2]?.errors).toEqual([
      { key: 'address', text: '住所を入力してください' },
      { key: 'phone', text: '電話番号の形式が正しくありません' },
    ])
  })

  it.each(spreadsheetKinds)('leaves no trace of %s, and the import does what it said', async kind => {
    const file = await site.samples[kind]()
    const before = await site.traces()
    const preview = await site.rehearse(kind, file)
    expect(preview.counts).toEqual({ created: 1, changed: 1, unchanged: 0, refused: 1 })
    expect(await site.traces()).toEqual(before)
    const refused = preview.rows.find(({ outcome }) => outcome === 'refused')
    expect(refused?.errors?.[0]?.text).toMatch(/[一-龠ぁ-ん]/)

    const taken = await site.take(kind, file, preview.digest, [refused?.number ?? 0])
    expect(taken.body).toMatchObject({ message: '2件を取り込みました。', counts: { created: 1, changed: 1, refused: 0 } })
    const again = await site.rehearse(kind, file)
    expect(again.counts).toEqual({ created: 0, changed: 0, unchanged: 2, refused: 1 })
  })

  it('refuses a row that is there twice, and a name that means several rows', async () => {
    for (const name of ['同名ハイツ', '同名ハイツ']) await buildBuilding(world, site.client, { name })
    const preview = await site.rehearse('buildings', csv('物件名,住所', '港ビル,港区', '港 ビル,港区', '同名ハイツ,港区'))
    expect(sentences(preview)).toEqual([
      '物件名が2行目と重複しています',
      '物件名が「同名ハイツ」のデータが複数あるため、どれか決められません。',
    ])
  })

  it('changes no column that the file does not have', async () => {
    await site.samples.suppliers()
    const preview = await site.lookAndTake('suppliers', csv('名称,代表電話番号', 'みなと,0312345678'))
    expect(preview.rows[0]?.before).toEqual([null, null, '', null])
    expect((await world.call(site.staff, 'GET /api/suppliers')).body.suppliers).toMatchObject([{ representative_phone: '0312345678' }])
  })

  it('asks for a file, and for the construction of rooms', async () => {
    const { body, headers } = multipart({})
    expect(await world.send(site.staff, 'POST', '/api/spreadsheets/buildings/rehearsal', body, headers)).toMatchObject({
      status: 422,
      body: { errors: { file: ['を選択してください'], full_messages: ['ファイルを選択してください'] } },
    })
    expect(await site.post(site.staff, 'rooms', '/rehearsal', csv('部屋番号', '1'), {}, '')).toMatchObject({
      status: 422,
      body: { errors: { full_messages: ['工事を選択してください'] } },
    })
  })
})

describe('POST /api/spreadsheets/:kind', () => {
  it('takes in nothing while a row that is ticked is wrong', async () => {
    const file = await site.samples.buildings()
    const { digest } = await site.rehearse('buildings', file)
    const before = await site.traces()
    expect(await site.take('buildings', file, digest)).toMatchObject({ status: 422, body: { code: 'rows_refused' } })
    expect(await site.traces()).toEqual(before)
  })

  it('takes in only what is ticked', async () => {
    const file = csv('物件名,住所', '一号館,港区', '二号館,港区', '三号館,港区')
    const { digest } = await site.rehearse('buildings', file)
    expect((await site.take('buildings', file, digest, [3])).body).toMatchObject({ counts: { created: 2 } })
    const { buildings } = (await world.call(site.staff, 'GET /api/buildings', { query: { building: { name: '号館' } } })).body
    expect(buildings.map(({ name }) => name)).toEqual(['一号館', '三号館'])
    expect(await site.take('buildings', file, (await site.rehearse('buildings', file)).digest, [2, 3, 4])).toMatchObject({
      status: 422,
      body: { code: 'nothing_to_import' },
    })
  })

  it('shows what is new when data or file changed since it was looked at, and does nothing', async () => {
    const file = await site.samples.options()
    const { digest } = await site.rehearse('options', file)
    await world.call(site.staff, 'POST /api/options', { body: { option: { name: 'カメラ', price: 9000 } } })
    const before = await site.traces()
    const answer = await site.take('options', file, digest, [4])
    expect(answer).toMatchObject({ status: 409, body: { code: 'preview_stale', preview: { counts: { created: 0, changed: 2 } } } })
    expect(answer.body.errors?.full_messages).toEqual([
      '確認した後にデータまたはファイルが変わったため、まだ取り込んでいません。内容をもう一度確認してください。',
    ])
    expect(await site.traces()).toEqual(before)
    const fresh = answer.body['preview'] as SpreadsheetPreview
    expect((await site.take('options', file, fresh.digest, [4])).status).toBe(200)
    expect((await site.take('options', csv('名称,価格（税抜）', 'カメラ,1'), fresh.digest)).status).toBe(409)
  })

  it('does nothing when a ticked room needs the place of one that is not, and says so', async () => {
    const file = csv('部屋番号,階,列', '101,1,2', '102,1,1')
    const { digest, counts } = await site.rehearse('rooms', file)
    expect(counts).toMatchObject({ changed: 2, refused: 0 })
    const before = await site.traces()
    const answer = await site.take('rooms', file, digest, [2])
    expect(answer).toMatchObject({ status: 409, body: { code: 'rows_refused_together' } })
    const preview = answer.body['preview'] as SpreadsheetPreview
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['changed', 'refused'])
    expect(sentences(preview)).toEqual(['列の位置（1階の1列目）には「101」があります'])
    expect(await site.traces()).toEqual(before)
    expect((await site.take('rooms', file, preview.digest)).body).toMatchObject({ counts: { changed: 2 } })
  })

  it('makes no third level of contractors by leaving out the row that would take a child away', async () => {
    await buildContractor(world, site.client, { name: '頂上' })
    const middle = await buildContractor(world, site.client, { name: '中間' })
    await buildContractor(world, site.client, { name: '末端', primaryContractorId: middle.id })
    const file = csv('会社名,一次協力会社', '末端,頂上', '中間,頂上')
    const { digest, counts } = await site.rehearse('contractors', file)
    expect(counts).toMatchObject({ changed: 2, refused: 0 })
    const before = await site.traces()
    const answer = await site.take('contractors', file, digest, [2])
    expect(answer).toMatchObject({ status: 409, body: { code: 'rows_refused_together' } })
    expect(sentences(answer.body['preview'] as SpreadsheetPreview)).toEqual(['二次協力会社を一次協力会社に設定できません。'])
    expect(await site.traces()).toEqual(before)
  })

  it('takes in a row that only another one stood in the way of, once that one is left out', async () => {
    const file = csv('部屋番号,階,列', '屋上A,3,1', '屋上B,3,1')
    expect(sentences(await site.rehearse('rooms', file))).toEqual(['列の位置（3階の1列目）には「屋上A」があります'])
    const again = await site.post(site.staff, 'rooms', '/rehearsal', file, { 'spreadsheet[excluded]': '2' })
    const preview = again.body['preview'] as SpreadsheetPreview
    expect(preview.counts).toMatchObject({ created: 2, refused: 0 })
    expect((await site.take('rooms', file, preview.digest, [2])).status).toBe(200)
    expect(await site.ask(`select name from rooms where client_id = $1 and name like '屋上%'`)).toEqual([{ name: '屋上B' }])
  })

  it('says at once what follows from a row that is refused', async () => {
    const file = csv('部屋番号,階,列', '101,1,2', '102,1,3')
    expect(sentences(await site.rehearse('rooms', file))).toEqual([
      '列の位置（1階の2列目）には「102」があります',
      '列の位置（1階の3列目）には「103」があります',
    ])
  })

  it.each(spreadsheetKinds)('keeps nobody from referring to rows of %s', async kind => {
    const file = await site.samples[kind]()
    const tables = [
      'buildings',
      'users',
      'contractors',
      'suppliers',
      'options',
      'constructions',
      kind === 'residents' ? 'rooms' : 'departments',
    ]
    await world.inClient(site.client.id, async db => {
      // As a new construction, a photo or an order holds what it refers to.
      for (const table of tables) await rowsOf(db, `select 1 from ${table} where client_id = $1 for key share`, [site.client.id])
      const { digest, rows } = await site.rehearse(kind, file)
      const refused = rows.find(({ outcome }) => outcome === 'refused')?.number ?? 0
      expect((await site.take(kind, file, digest, [refused])).status).toBe(200)
    })
  })

  it('looks at a file without waiting for who changes other rows', async () => {
    const file = await site.samples.options()
    await world.call(site.staff, 'POST /api/options', { body: { option: { name: 'ほか', price: 1 } } })
    await world.inClient(site.client.id, async db => {
      await rowsOf(db, `select 1 from options where client_id = $1 and name = 'ほか' for update`, [site.client.id])
      expect((await site.rehearse('options', file)).counts).toMatchObject({ created: 1, changed: 1 })
    })
  })

  it('does not undo a composition that is saved while the import begins', async () => {
    const file = csv('部屋番号,階,列', '101,3,1')
    const { digest } = await site.rehearse('rooms', file)
    const taking = await world.inClient(site.client.id, async db => {
      await rowsOf(db, 'select 1 from constructions where client_id = $1 for update', [site.client.id])
      const answer = site.take('rooms', file, digest)
      await setTimeout(300)
      await rowsOf(db, `update rooms set col = 9 where client_id = $1 and name = '101'`, [site.client.id])
      return { answer }
    })
    expect(await taking.answer).toMatchObject({ status: 409, body: { code: 'preview_stale' } })
    expect(await site.ask(`select row, col from rooms where client_id = $1 and name = '101'`)).toEqual([{ row: 1, col: 9 }])
  })

  it('refuses a list of rows that is none', async () => {
    const file = csv('物件名,住所', '港,港区')
    expect(
      (await site.post(site.staff, 'buildings', '', file, { 'spreadsheet[digest]': 'x', 'spreadsheet[excluded]': '2;drop' })).status,
    ).toBe(422)
    expect((await site.post(site.staff, 'buildings', '', file)).status).toBe(422)
  })

  it('records an event for every row', async () => {
    await site.lookAndTake('buildings', await site.samples.buildings())
    const events = await site.ask<{ kind: string; actor_id: number; change: { after: { name: string } } }>(
      `select kind, actor_id, change from events where client_id = $1 and kind like 'buildings.%' order by kind`,
    )
    expect(events).toMatchObject([
      { kind: 'buildings.changed', actor_id: site.staff.id, change: { before: { name: '旧名ハイツ' }, after: { name: '新名ハイツ' } } },
      { kind: 'buildings.registered', change: { after: { name: '髙﨑ビル①' } } },
    ])
  })

  it('gives buildings without a code the next ones that are free', async () => {
    await site.lookAndTake('buildings', csv('物件コード,物件名,住所', ',一,港区', 'B00001,二,港区', ',三,港区'))
    const { buildings } = (await world.call(site.staff, 'GET /api/buildings', { query: { sort_by: 'cd' } })).body
    expect(buildings.filter(({ cd }) => cd.startsWith('B0000')).map(({ cd, name }) => [cd, name])).toEqual([
      ['B00001', '二'],
      ['B00002', '一'],
      ['B00003', '三'],
    ])
  })

  it('invites new staff by mail, as by hand', async () => {
    await site.lookAndTake('staffs', await site.samples.staffs())
    const mails = await site.ask<{ recipients: string[]; body: string; event_id: number | null }>(
      "select recipients, body, event_id from outbox_messages where client_id = $1 and 'b@example.jp' = any(recipients)",
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ recipients: ['b@example.jp'], event_id: expect.any(Number) })
    const token = /reset_password_token=([\w-]+)/.exec(mails[0]?.body ?? '')?.[1] ?? ''
    expect((await world.call(guest, 'GET /api/auth/password/edit', { query: { reset_password_token: token } })).body).toEqual({
      valid: true,
      strategy: 'user',
      login_id: expect.any(String),
    })
  })

  it('sends new craftsmen a link that signs in', async () => {
    await site.lookAndTake('craftsmans', await site.samples.craftsmans())
    const [message] = await site.ask<{ body: string; transport: string }>(
      'select body, transport from outbox_messages where client_id = $1',
    )
    expect(message?.transport).toBe('mail')
    const token = /\/s\/([\w-]{22})/.exec(message?.body ?? '')?.[1] ?? ''
    const { body } = await world.call(guest, 'POST /api/craftsman_links/:token/session', { params: { token } })
    expect(body.data).toMatchObject({ name: '髙橋 次郎', password_change_required: false })
  })

  it('takes craftsmen with a telephone alone, and refuses whom no link reaches', async () => {
    const { name: company } = await buildContractor(world, site.client)
    const file = csv(
      '協力会社,氏名,ログインID,メールアドレス,電話番号',
      `${company},携帯 太郎,mobile.only.${Date.now()},,090-1111-2222`,
      `${company},固定 次郎,fixed.only.${Date.now()},,03-1111-2222`,
      `${company},無し 三郎,no.contact.${Date.now()},,`,
    )
    expect(sentences(await site.rehearse('craftsmans', file))).toEqual([
      '電話番号は携帯電話の番号にするか、メールアドレスを入力してください',
      '電話番号を入力してください（メールアドレスだけでもかまいません）',
    ])
  })

  it('refuses login ids of others and rights that the caller may not give', async () => {
    const other = await buildUser(world, await buildClient(world), 'Staff')
    const registrar = await buildUser(world, site.client, 'Staff', { canRegisterStaff: true })
    const file = csv(
      '種別,氏名,ログインID,メールアドレス,スタッフ登録権限,部署',
      `企業一般,他社,${other.loginId.toUpperCase()},a@example.jp,,`,
      `企業管理者,管理,admin.${other.id},a@example.jp,,`,
      `企業一般,権限,right.${other.id},a@example.jp,あり,`,
      `企業一般,部署,part.${other.id},a@example.jp,,ない部署`,
    )
    expect(sentences(await site.rehearse('staffs', file, registrar))).toEqual([
      'このログインIDは使えません。別のIDを入力してください。',
      '企業管理者を登録・変更する権限がありません。',
      'スタッフ登録権限を変更する権限がありません。',
      '部署の「ない部署」は登録されていません',
    ])
    expect(sentences(await site.rehearse('staffs', file))).toHaveLength(2)
  })

  it('lets a second-tier contractor name a company of the same file, and makes no third level', async () => {
    const file = csv('会社名,一次協力会社', '二次電工,一次電工', '一次電工,', '三次電工,二次電工')
    const preview = await site.lookAndTake('contractors', file)
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'refused'])
    expect((await world.call(site.staff, 'GET /api/contractors')).body.contractors).toMatchObject([
      { name: '一次電工', primary_contractor_name: null },
      { name: '二次電工', primary_contractor_name: '一次電工' },
    ])
    // Without the row that it leans on, a row is none that was looked at.
    const half = csv('会社名,一次協力会社', '子,親', '親,')
    const { digest } = await site.rehearse('contractors', half)
    expect(await site.take('contractors', half, digest, [3])).toMatchObject({ status: 409, body: { preview: { counts: { refused: 1 } } } })
    expect(sentences(await site.rehearse('contractors', csv('会社名,一次協力会社', '一次電工,二次電工')))).toEqual([
      '二次協力会社を一次協力会社に設定できません。',
    ])
  })

  it('asks which company is meant when several are called alike, and takes the one that is called exactly so', async () => {
    const companies = [
      await buildContractor(world, site.client, { name: 'ABC 電工' }),
      await buildContractor(world, site.client, { name: 'ＡＢＣ電工' }),
    ]
    const line = (company: string, at: number) => `${company},佐藤,alike.${companies[0]?.id}.${at},a@example.jp`
    const file = csv('協力会社,氏名,ログインID,メールアドレス', ...['abc電工', 'ＡＢＣ電工', 'ABC 電工', 'ない電工'].map(line))
    const preview = await site.lookAndTake('craftsmans', file)
    expect(sentences(preview)).toEqual([
      '協力会社の「abc電工」にあてはまるものが2件あります。登録されている名称のとおりに入力してください',
      '協力会社の「ない電工」は登録されていません',
    ])
    expect(preview.rows.map(({ values }) => values[0]).slice(1, 3)).toEqual(['ＡＢＣ電工', 'ABC 電工'])
  })

  it('keeps a craftsman in the company while there is work', async () => {
    const [one, other] = [await buildContractor(world, site.client), await buildContractor(world, site.client)]
    const craftsman = await buildUser(world, site.client, 'Craftsman', { contractorId: one.id })
    await buildConstruction(world, site.client, { craftsmanIds: [{ contractorId: one.id, craftsmanIds: [craftsman.id] }] })
    const file = csv('協力会社,氏名,ログインID,メールアドレス', `${other.name},佐藤,${craftsman.loginId},a@example.jp`)
    expect(sentences(await site.rehearse('craftsmans', file))).toEqual(['協力会社は工事に割り当てられている間は変更できません'])
  })

  it('adds people to a supplier and removes nobody', async () => {
    await site.samples.suppliers()
    await site.lookAndTake('suppliers', csv('名称,担当者名', 'みなと,"鈴木\n佐藤"', '新社,田中'))
    const { suppliers } = (await world.call(site.staff, 'GET /api/suppliers', { query: { sort_by: 'name' } })).body
    const people = await Promise.all(
      suppliers.map(
        async ({ id }) => (await world.call(site.staff, 'GET /api/suppliers/:id', { params: { id } })).body.supplier.supplier_staffs,
      ),
    )
    expect(people.map(each => each.map(({ name }) => name))).toEqual([['山田', '鈴木', '佐藤'], ['田中']])
  })

  it('lays rooms where their numbers say, with codes for their letters, and moves those that are there', async () => {
    const file = csv('部屋番号,階,列', '201,2,2', '202,2,1', '３０２号室,,', '屋上,4,1', '103,1,1')
    const preview = await site.lookAndTake('rooms', file)
    expect(sentences(preview)).toEqual(['列の位置（1階の1列目）には「101」があります'])
    const places = await site.ask<{ name: string; row: number; col: number; has_code: boolean }>(
      `select r.name, r.row, r.col, c.room_id is not null as has_code from rooms r left join authentication_codes c on c.client_id = r.client_id and c.room_id = r.id
        where r.client_id = $1 and (r.row > 1 or r.col > 3) order by r.row, r.col`,
    )
    expect(places.map(({ name, row, col }) => [name, row, col])).toEqual([
      ['202', 2, 1],
      ['201', 2, 2],
      ['203', 2, 3],
      ['302', 3, 2],
      ['屋上', 4, 1],
    ])
    expect(places.filter(({ has_code }) => has_code).map(({ name }) => name)).toEqual(['302', '屋上'])
  })

  it('notes who is in a room, of a new one too, and leaves it where the cell is blank', async () => {
    await site.lookAndTake('rooms', csv('部屋番号,階,列,入居状況', '101,,,空室', '屋上,4,1,長期不在', '102,,,'))
    const noted = `select r.name, roc.occupancy from rooms r join room_occupancies roc on roc.client_id = r.client_id and roc.room_id = r.id
      where r.client_id = $1 order by r.name`
    expect(await site.ask(noted)).toEqual([
      { name: '101', occupancy: 'vacant' },
      { name: '屋上', occupancy: 'long_absent' },
    ])
    expect((await site.rehearse('rooms', csv('部屋番号,入居状況', '101,'))).counts).toMatchObject({ changed: 0, unchanged: 1 })
    expect(sentences(await site.rehearse('rooms', csv('部屋番号,入居状況', '101,留守')))[0]).toContain('「空室」')
  })

  it('reads the headings of other people’s lists, says so, and guesses none of two names', async () => {
    await site.samples.residents()
    const preview = await site.rehearse('residents', csv('号室,契約者,入居者名,フリガナ,TEL', '101,甲,乙,アライ ハナコ,0312345678'))
    expect(preview.read_as).toEqual([
      { typed: '号室', heading: '部屋番号' },
      { typed: 'フリガナ', heading: '氏名（カナ）' },
      { typed: 'TEL', heading: '電話番号' },
    ])
    expect(preview.ignored_headings).toEqual(['契約者', '入居者名'])
    expect(preview.several_columns).toEqual([{ heading: '氏名', typed: ['契約者', '入居者名'], taken: false }])
    expect(preview.rows[0]?.values.slice(0, 4)).toEqual(['101', '旧 太郎', 'アライ ハナコ', '0312345678'])
  })

  it.each([
    ['住戸番号', 'room'],
    ['部屋No.', 'room'],
    ['室番号', 'room'],
    ['世帯主', 'name'],
    ['世帯主名', 'name'],
    ['入居者名', 'name'],
    ['契約者氏名', 'name'],
    ['居住者氏名', 'name'],
    ['ご芳名', 'name'],
    ['お名前', 'name'],
    ['賃借人', 'name'],
    ['入居者 様', 'name'],
    ['氏名（漢字）', 'name'],
    ['カナ氏名', 'name_kana'],
    ['ﾌﾘｶﾞﾅ', 'name_kana'],
    ['入居者名（カナ）', 'name_kana'],
    ['ＴＥＬ', 'phone'],
    ['自宅電話', 'phone'],
    ['固定電話', 'phone'],
    ['携帯電話番号', 'phone'],
    ['Eメール', 'email'],
    ['E-Mail', 'email'],
    ['mail', 'email'],
    ['Eメールアドレス', 'email'],
    ['メアド', 'email'],
  ])('takes 「%s」 in a list of residents for %s', async (heading, key) => {
    const preview = await site.rehearse('residents', csv(`${heading},${key === 'room' ? '氏名' : '部屋番号'}`, 'x,y'))
    expect(preview.file_columns[0]).toMatchObject({ heading, key, own: false })
  })

  it('takes the mobile of a dwelling first, and its landline where it has none', async () => {
    const file = csv('部屋番号,世帯主,固定電話,携帯電話', '101,一,0312345678,09012345678', '102,二,0312345679,', '103,三,,')
    const preview = await site.lookAndTake('residents', file)
    expect(preview.several_columns).toEqual([{ heading: '電話番号', typed: ['携帯電話', '固定電話'], taken: true }])
    expect(await site.ask('select name, phone from residents where client_id = $1 order by name')).toEqual(
      expect.arrayContaining([
        { name: '一', phone: '09012345678' },
        { name: '二', phone: '0312345679' },
        { name: '三', phone: null },
      ]),
    )
  })

  it('takes a column for what it was said to be, and two for the first that is filled in', async () => {
    const file = csv('部屋番号,おなまえ,旧姓,電話番号,番号2', '101,新居 花子,,,0312345678', '102,,鈴木 一郎,09012345678,0312345679')
    const columns = { 'spreadsheet[columns]': '1:name,2:name,4:phone' }
    const preview = await site.rehearse('residents', file, site.staff, columns)
    expect(preview.file_columns).toEqual([
      { at: 0, heading: '部屋番号', sample: '101', key: 'room', own: true },
      { at: 1, heading: 'おなまえ', sample: '新居 花子', key: 'name', own: false },
      { at: 2, heading: '旧姓', sample: '鈴木 一郎', key: 'name', own: false },
      { at: 3, heading: '電話番号', sample: '09012345678', key: 'phone', own: true },
      { at: 4, heading: '番号2', sample: '0312345678', key: 'phone', own: false },
    ])
    expect(preview.several_columns.map(({ typed, taken }) => [typed, taken])).toEqual([
      [['おなまえ', '旧姓'], true],
      [['電話番号', '番号2'], true],
    ])
    const take = (fields: object) => site.post(site.staff, 'residents', '', file, { 'spreadsheet[digest]': preview.digest, ...fields })
    // Without the choice the file says something else than what was looked at.
    expect(await take({})).toMatchObject({ status: 409, body: { code: 'preview_stale' } })
    expect((await take(columns)).body).toMatchObject({ counts: { created: 2 } })
    expect(await site.ask('select name, phone from residents where client_id = $1 order by room_id')).toEqual([
      { name: '新居 花子', phone: '0312345678' },
      { name: '鈴木 一郎', phone: '09012345678' },
    ])
  })

  it('leaves a column out that was said to be none, and refuses one that there is not', async () => {
    const file = csv('部屋番号,氏名,TEL', '101,新居 花子,0312345678')
    const without = await site.rehearse('residents', file, site.staff, { 'spreadsheet[columns]': '2:' })
    expect(without.ignored_headings).toEqual(['TEL'])
    expect(without.rows[0]?.values[3]).toBe('')
    for (const columns of ['9:name', '2:salary'])
      expect(await site.post(site.staff, 'residents', '/rehearsal', file, { 'spreadsheet[columns]': columns })).toMatchObject({
        status: 422,
        body: { errors: { full_messages: ['列の読み方を選び直してください'] } },
      })
  })

  it('lets a column be chosen that must be there and bears a heading nobody knows, in every kind of list', async () => {
    const file = csv('なまえ一覧,,', '番,建物のどこ,かい', '屋上,A棟,9')
    const first = await site.rehearse('rooms', file)
    expect(first).toMatchObject({ missing_headings: ['部屋番号'], rows: [] })
    expect(first.file_columns.map(({ heading, key }) => [heading, key])).toEqual([
      ['番', null],
      ['建物のどこ', null],
      ['かい', null],
    ])
    const columns = { 'spreadsheet[columns]': '0:name,1:block,2:floor' }
    const preview = await site.rehearse('rooms', file, site.staff, columns)
    expect(preview).toMatchObject({ missing_headings: [] })
    expect(preview.rows[0]?.values.slice(0, 3)).toEqual(['屋上', 'A棟', '9'])
    // What was not said is refused as before.
    expect(await site.post(site.staff, 'rooms', '', file, { 'spreadsheet[digest]': 'x' })).toMatchObject({ status: 422 })
    const marked = await site.post(site.staff, 'rooms', '/marked', file, columns)
    expect((await sheetOf(marked.raw))[1]?.slice(0, 3)).toEqual(['屋上', 'A棟', '9'])
  })

  it('marks a row that mixes two people: a name that changes beside the kana of the one before', async () => {
    await site.lookAndTake(
      'residents',
      csv('部屋番号,氏名,氏名（カナ）', '101,鈴木 一郎,スズキ イチロウ', '102,佐藤,', '103,山田 花,ヤマダ ハナ'),
    )
    const kana = await site.rehearse('residents', csv('部屋番号,フリガナ', '101,スズキ ジロウ', '102,サトウ', '103,ヤマダ　ハナ'))
    expect(kana.rows.map(({ notes = [] }) => notes)).toEqual([
      [{ key: 'name_kana', text: '氏名（カナ）が変わりますが、氏名は「鈴木 一郎」のままです', doubtful: true }],
      [],
      [],
    ])
    const names = await site.rehearse('residents', csv('部屋番号,世帯主,フリガナ', '101,田中 太郎,', '103,山田 華,ヤマダ ハナエ'))
    expect(names.rows.map(({ notes = [] }) => notes)).toEqual([
      [{ key: 'name', text: '氏名が変わりますが、氏名（カナ）は「スズキ イチロウ」のままです', doubtful: true }],
      [],
    ])
  })

  it('takes who is in a dwelling in and out with the residents, and makes nobody of an empty one', async () => {
    await site.samples.residents()
    const preview = await site.lookAndTake('residents', csv('部屋番号,入居状況', '101,空室', '102,長期不在', '103,居住中'))
    expect(preview.counts).toMatchObject({ changed: 2, unchanged: 1, created: 0 })
    const noted = `select r.name, roc.occupancy from rooms r join room_occupancies roc on roc.client_id = r.client_id and roc.room_id = r.id
      where r.client_id = $1 order by r.name`
    expect(await site.ask(noted)).toEqual([
      { name: '101', occupancy: 'vacant' },
      { name: '102', occupancy: 'long_absent' },
    ])
    const query = within('residents', site.construction.id)
    const { raw } = await site.takeAway(site.staff, 'residents', { query, format: 'csv' })
    expect(raw.toString()).toMatch(/101,.*空室/)
    const again = await site.rehearse('residents', raw)
    expect(again.counts).toMatchObject({ changed: 0, created: 0, refused: 0 })
  })

  it('reads 空室 where a name belongs as an empty dwelling, and says so; 備考 goes to the room', async () => {
    await site.samples.residents()
    const file = csv('部屋番号,氏名,備考', '101,空室,鍵は管理室', '102,（空き）,', '103,空 三郎,犬がいます', '201,,')
    const preview = await site.lookAndTake('residents', file)
    expect(preview.counts).toEqual({ created: 1, changed: 2, unchanged: 1, refused: 0 })
    expect(preview.read_as).toEqual([{ typed: '備考', heading: '部屋備考' }])
    expect(preview.rows.flatMap(({ notes = [] }) => notes)).toEqual([
      { key: null, text: '氏名の「空室」を、入居状況の空室として読みました', doubtful: false },
      { key: null, text: '氏名の「（空き）」を、入居状況の空室として読みました', doubtful: false },
    ])
    const rooms = `select r.name, roc.occupancy, r.room_remarks, res.name as resident from rooms r
      left join room_occupancies roc on roc.client_id = r.client_id and roc.room_id = r.id
      left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
      where r.client_id = $1 and r.name < '104' order by r.name`
    expect(await site.ask(rooms)).toEqual([
      { name: '101', occupancy: 'vacant', room_remarks: '鍵は管理室', resident: '旧 太郎' },
      { name: '102', occupancy: 'vacant', room_remarks: null, resident: null },
      { name: '103', occupancy: null, room_remarks: '犬がいます', resident: '空 三郎' },
    ])
    const events = await site.ask<{ kind: string; room_remarks: string | null }>(
      `select e.kind, v.values->'after'->>'room_remarks' as room_remarks from events e
        join event_personal_values v on v.client_id = e.client_id and v.event_id = e.id where e.client_id = $1 and e.kind = 'rooms.updated' order by e.id`,
    )
    expect(events.map(({ room_remarks }) => room_remarks)).toEqual(['鍵は管理室', '犬がいます'])
    const against = await site.rehearse('residents', csv('部屋番号,氏名,入居状況', '102,空室,居住中'))
    expect(sentences(against)).toEqual(['氏名は「空室」ですが、入居状況の列は空室ではありません'])
  })

  it('writes no 備考 into a dwelling in which all is done', async () => {
    await site.ask(
      `update rooms set closed_at = now(), status = 'completed', completed_at = now() where client_id = $1 and name = '101' returning id`,
    )
    expect(sentences(await site.rehearse('residents', csv('部屋番号,備考', '101,後から', '102,後から')))).toEqual([
      '部屋備考は完了確定済みのため変更できません。',
    ])
  })

  it('says which telephone number it mended, and which probably lacks a digit', async () => {
    await site.samples.residents()
    const preview = await site.lookAndTake(
      'residents',
      csv('部屋番号,氏名,電話番号', '101,一,9012345678', '102,二,0901234567', '103,三,090-1234-5678'),
    )
    expect(preview.rows.map(({ notes = [] }) => notes)).toEqual([
      [{ key: 'phone', text: '電話番号の先頭に0を補いました（9012345678 → 090-1234-5678）', doubtful: false }],
      [{ key: 'phone', text: '電話番号の「0901234567」は1桁足りないようです。090の番号は11桁です', doubtful: true }],
      [],
    ])
    expect(await site.ask('select phone from residents where client_id = $1 and discarded_at is null order by room_id')).toEqual([
      { phone: '09012345678' },
      { phone: '0901234567' },
      { phone: '09012345678' },
    ])
  })

  it('adds the rooms of a list of residents where it is told to, and not before', async () => {
    const file = csv('部屋番号,氏名,備考', '101,新居 花子,', '３０１号室,佐藤 一郎,犬', '302,空室,', '屋上,誰か,')
    const before = await site.traces()
    const first = await site.rehearse('residents', file)
    expect(first).toMatchObject({ counts: { created: 1, refused: 3 }, missing_rooms: ['301', '302', '屋上'], new_rooms: [] })
    const withRooms = { 'spreadsheet[with_rooms]': 'true' }
    const preview = await site.rehearse('residents', file, site.staff, withRooms)
    expect(preview).toMatchObject({ counts: { created: 3, refused: 1 }, missing_rooms: [], new_rooms: ['301', '302'] })
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created', 'refused'])
    expect(sentences(preview)).toEqual(['部屋番号だけでは部屋構成のどこに追加するか決まりません。先に部屋のExcel取込で追加してください'])
    expect(await site.traces()).toEqual(before)
    const take = (fields: object) =>
      site.post(site.staff, 'residents', '', file, { 'spreadsheet[digest]': preview.digest, 'spreadsheet[excluded]': '5', ...fields })
    // Without the word for it the rows are refused as before: what was looked at is not what would be done.
    expect(await take({})).toMatchObject({ status: 409, body: { code: 'preview_stale' } })
    expect((await take(withRooms)).body).toMatchObject({ counts: { created: 3 } })
    expect(
      await site.ask(
        `select r.name, r.row, r.col, res.name as resident, roc.occupancy, r.room_remarks from rooms r
          left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
          left join room_occupancies roc on roc.client_id = r.client_id and roc.room_id = r.id
          where r.client_id = $1 and r.name like '30%' order by r.name`,
      ),
    ).toEqual([
      { name: '301', row: 3, col: 1, resident: '佐藤 一郎', occupancy: null, room_remarks: '犬' },
      { name: '302', row: 3, col: 2, resident: null, occupancy: 'vacant', room_remarks: null },
    ])
  })

  it.each(['rooms', 'residents'] as const)(
    'refuses in a file of %s the row of a dwelling in which all is done, and that row alone',
    async kind => {
      await site.samples[kind]()
      await site.ask(
        `update rooms set closed_at = now(), status = 'completed', completed_at = now() where client_id = $1 and name = '101' returning id`,
      )
      const file = csv('部屋番号,入居状況', '101,空室', '102,空室')
      const preview = await site.rehearse(kind, file)
      expect(preview.counts).toMatchObject({ refused: 1, changed: 1 })
      expect(preview.rows[0]).toMatchObject({
        number: 2,
        errors: [{ key: 'occupancy', text: '入居状況は完了確定済みのため変更できません。' }],
      })
      await site.lookAndTake(kind, file)
      expect(await site.ask('select occupancy from room_occupancies where client_id = $1')).toEqual([{ occupancy: 'vacant' }])
    },
  )

  it('opens a dwelling that stood empty with a new code, once somebody is written into it', async () => {
    await site.lookAndTake('rooms', csv('部屋番号,階,列,入居状況', '屋上,4,1,空室', '塔屋,4,2,空室'))
    const held = () =>
      site.ask<{ name: string; code: string; occupancy: string }>(
        `select r.name, encode(ac.ciphertext, 'hex') as code, roc.occupancy from rooms r
         join authentication_codes ac on ac.client_id = r.client_id and ac.room_id = r.id
         join room_occupancies roc on roc.client_id = r.client_id and roc.room_id = r.id where r.client_id = $1 order by r.name`,
      )
    const before = await held()
    await site.lookAndTake('residents', csv('部屋番号,氏名', '屋上,新居 花子', '塔屋,'))
    const after = await held()
    expect(after.map(({ name, occupancy }) => [name, occupancy])).toEqual([
      ['塔屋', 'vacant'],
      ['屋上', 'occupied'],
    ])
    expect(after.map(({ code }, at) => code === before[at]?.code)).toEqual([true, false])
  })

  it('writes residents into the timeline of their rooms, names in the part that can be erased', async () => {
    await site.lookAndTake('residents', await site.samples.residents())
    const events = await site.ask<{ kind: string; room_id: number; change: unknown; resident_visible: boolean; values: unknown }>(
      `select e.kind, e.room_id, e.change, e.resident_visible, v.values from events e
        join event_personal_values v on v.client_id = e.client_id and v.event_id = e.id where e.client_id = $1 and e.kind like 'residents.%' order by e.kind`,
    )
    expect(events).toEqual([
      {
        kind: 'residents.created',
        room_id: site.construction.rooms[1]?.id,
        change: { fields: ['name', 'name_kana', 'phone'] },
        resident_visible: true,
        values: { before: null, after: { name: '髙﨑 花子', name_kana: 'タカサキ ハナコ', phone: '09012345678' } },
      },
      {
        kind: 'residents.updated',
        room_id: site.construction.rooms[0]?.id,
        change: { fields: ['name'] },
        resident_visible: true,
        values: { before: { name: '旧 太郎' }, after: { name: '新 太郎' } },
      },
    ])
  })
})

describe('GET /api/spreadsheets/:kind/progress', () => {
  const token = '0b9c1a1e-6d0f-4e4b-9a55-0d7a3f1c2b10'
  const ask = (as = site.staff) =>
    world.call(as, 'GET /api/spreadsheets/:kind/progress', { params: { kind: 'buildings' }, query: { progress: token } })

  it('says to whoever sent a file how many of its rows are through, and to nobody else', async () => {
    expect((await ask()).body).toEqual({ progress: null })
    const actor = { kind: 'staffAdmin', id: site.staff.id, clientId: site.client.id } as const
    await whileTelling(world.platform, actor, token, async tell => {
      tell('compare', 300, 1_500)
      await expect.poll(async () => (await ask()).body.progress).toEqual({ phase: 'compare', done: 300, total: 1_500 })
      expect((await ask(await buildUser(world, site.client, 'Staff'))).body).toEqual({ progress: null })
    })
    expect((await ask()).body).toEqual({ progress: null })
  })

  it('counts every row that is compared and written', async () => {
    const file = csv('物件名,住所', ...Array.from({ length: 1_200 }, (_, at) => `第${at}ハイツ,東京都港区${at}`))
    expect((await site.post(site.staff, 'buildings', '/rehearsal', file, { 'spreadsheet[progress]': token })).status).toBe(200)
    const [job] = await site.ask<{ state: string; note: string; total: number }>(
      `select state, note, total from jobs where client_id = $1 and kind = 'spreadsheet_import'`,
    )
    expect(job).toMatchObject({ state: 'done', total: 1_200 })
    expect((await site.post(site.staff, 'buildings', '/rehearsal', file, { 'spreadsheet[progress]': 'x' })).status).toBe(422)
  })
})

describe('POST /api/spreadsheets/:kind/marked', () => {
  it('gives the rows back with what is wrong, in a file that can be sent again', async () => {
    const answer = await site.post(
      site.staff,
      'buildings',
      '/marked',
      csv('住所,物件名,電話番号', '港区,港ビル,03', ',住所なし,0312345678'),
    )
    expect(answer.status).toBe(200)
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('一覧_エラー付き.xlsx')
    const sheet = await sheetOf(answer.raw)
    expect(sheet[0]?.at(-1)).toBe('エラー')
    expect(sheet.slice(1).map(row => [row[1], row[7], row[8]])).toEqual([
      ['港ビル', '03', '電話番号の形式が正しくありません'],
      ['住所なし', '0312345678', '住所を入力してください'],
    ])
    const again = await site.rehearse('buildings', answer.raw)
    expect(again).toMatchObject({ counts: { refused: 2 }, ignored_headings: [] })
    expect(await site.ask(`select id from buildings where client_id = $1 and name = '港ビル'`)).toEqual([])
  })
})

describe('GET /api/spreadsheets/:kind/template', () => {
  it.each(spreadsheetKinds)('has the headings of %s and no rows', async kind => {
    const answer = await world.send(site.staff, 'GET', `/api/spreadsheets/${kind}/template${within(kind, site.construction.id)}`)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': expect.stringContaining('spreadsheetml') } })
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(`${spreadsheetNouns[kind]}_テンプレート.xlsx`)
    const [headings, ...rows] = await sheetOf(answer.raw)
    expect(headings?.length).toBeGreaterThan(1)
    expect(rows.flat().filter(cell => cell !== null)).toEqual([])
    expect((await site.post(site.staff, kind, '/rehearsal', answer.raw)).body.errors?.full_messages).toEqual([
      '見出しの下にデータがありません。',
    ])
  })
})

describe('POST /api/spreadsheets/:kind/file', () => {
  it('gives CSV with BOM in which nothing is a formula', async () => {
    await world.call(site.staff, 'POST /api/options', { body: { option: { name: '=cmd|1', price: 1000 } } })
    const answer = await site.takeAway(site.staff, 'options', { format: 'csv' })
    expect(answer.raw.toString()).toBe("\uFEFF名称,価格（税抜）\r\n'=cmd|1,1000\r\n".replace(/\r\n$/, ''))
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
  })

  it('gives the rows that a list shows, in its order, and none of another company (field-use O17)', async () => {
    const named = (name: string) => buildBuilding(world, site.client, { name })
    const [first, , third] = [await named('青葉ハイツ'), await named('若葉ハイツ'), await named('緑葉ハイツ')]
    const strange = await buildBuilding(world, await buildClient(world), { name: 'よその物件' })
    const ids = [third.id, strange.id, first.id, third.id]
    const answer = await site.takeAway(site.staff, 'buildings', { format: 'csv', ids })
    const lines = answer.raw
      .toString()
      .split('\r\n')
      .slice(1)
      .filter(line => line !== '')
    expect(lines.map(line => /.葉ハイツ|よその物件/.exec(line)?.[0])).toEqual(['緑葉ハイツ', '青葉ハイツ'])
  })

  it('leaves a trace of who took which list (review M6)', async () => {
    await site.samples.residents()
    const query = within('residents', site.construction.id)
    expect((await site.takeAway(site.staff, 'residents', { query, format: 'csv' })).status).toBe(200)
    const taken = await world.inClient(site.client.id, db =>
      db
        .selectFrom('events')
        .where('kind', '=', 'spreadsheets.made')
        .where('construction_id', '=', site.construction.id)
        .selectAll()
        .execute(),
    )
    expect(taken.at(-1)).toMatchObject({ actor_kind: 'staffAdmin', actor_id: site.staff.id, change: { kind: 'residents', format: 'csv' } })
    expect((await world.send(site.staff, 'GET', `/api/spreadsheets/residents${query}`)).status).toBe(404)
  })

  it("gives one's own client's rows and nobody else's", async () => {
    await site.samples.suppliers()
    const stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
    expect(await sheetOf((await site.takeAway(site.staff, 'suppliers')).raw)).toHaveLength(2)
    expect(await sheetOf((await site.takeAway(stranger, 'suppliers')).raw)).toHaveLength(1)
    const file = csv('名称', 'みなと')
    expect((await site.rehearse('suppliers', file, stranger)).counts).toMatchObject({ created: 1, changed: 0 })
    for (const kind of ['rooms', 'residents'])
      expect((await site.takeAway(stranger, kind, { query: `?construction_id=${site.construction.id}` })).status).toBe(404)
  })

  it('knows no other lists', async () => {
    expect((await site.takeAway(site.staff, 'clients')).status).toBe(404)
    expect((await site.takeAway(site.staff, 'buildings', { format: 'pdf' })).status).toBe(422)
  })
})
