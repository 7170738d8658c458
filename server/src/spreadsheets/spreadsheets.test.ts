import { mostRows, type SpreadsheetKind, spreadsheetKinds, spreadsheetNouns } from '@toguchi/domain/spreadsheets/labels'
import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildBuilding,
  buildClient,
  buildConstruction,
  buildContractor,
  buildEveryone,
  buildResident,
  buildUser,
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
} from '../../test/build.ts'
import { holdReader } from '../../test/hold-reader.ts'
import { multipart } from '../../test/multipart.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { rowsOf } from '../platform/database/rows.ts'
import type { FileRow } from '../file-reader/file-reader.ts'
import { readWorkbook } from '../file-reader/read-workbook.ts'

const world = await openWorld()
let client: BuiltClient
let staff: BuiltPerson
let construction: BuiltConstruction

beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff_Admin')
  construction = await buildConstruction(world, client, { floors: 2, perFloor: 3 })
})

/** Lines of a CSV file in UTF-8: cells without commas and quotes. */
const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const within = (kind: string, id: number) => (kind === 'rooms' || kind === 'residents' ? `?construction_id=${id}` : '')
const post = (
  as: Caller,
  kind: string,
  path: string,
  bytes: Buffer,
  fields: Record<string, string> = {},
  query = within(kind, construction.id),
) => {
  const { body, headers } = multipart(fields, { name: 'spreadsheet[file]', fileName: '一覧.csv', bytes })
  return world.send(as, 'POST', `/api/spreadsheets/${kind}${path}${query}`, body, headers)
}
const rehearse = async (kind: SpreadsheetKind, bytes: Buffer, as: Caller = staff) => {
  const answer = await post(as, kind, '/rehearsal', bytes)
  expect(answer.body).toHaveProperty('preview')
  return answer.body['preview'] as SpreadsheetPreview
}
const take = (kind: SpreadsheetKind, bytes: Buffer, digest: string, excluded: readonly number[] = [], as: Caller = staff) =>
  post(as, kind, '', bytes, { 'spreadsheet[digest]': digest, 'spreadsheet[excluded]': excluded.join(',') })
/** Looks at a file and takes in everything that is no error. */
const lookAndTake = async (kind: SpreadsheetKind, bytes: Buffer) => {
  const preview = await rehearse(kind, bytes)
  const refused = preview.rows.filter(({ outcome }) => outcome === 'refused').map(({ number }) => number)
  const answer = await take(kind, bytes, preview.digest, refused)
  expect(answer.status).toBe(200)
  return preview
}
const sentences = ({ rows }: SpreadsheetPreview) => rows.flatMap(({ errors = [] }) => errors.map(({ text }) => text))
const sheetOf = async (raw: Buffer): Promise<FileRow['cells'][]> => {
  const rows: FileRow['cells'][] = []
  for await (const row of readWorkbook(raw, mostRows)) rows.push(row.cells)
  return rows
}
const ask = <R>(text: string) => world.inClient(client.id, db => rowsOf<R>(db, text, [client.id]))
/** Everything that an import may leave behind. */
const traces = async () => {
  const tables = [
    'buildings',
    'rooms',
    'residents',
    'users',
    'contractors',
    'suppliers',
    'supplier_staffs',
    'options',
    'events',
    'outbox_messages',
    'code_counters',
  ]
  const counts = tables.map(
    table => `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} t where client_id = $1) as ${table}`,
  )
  return (await ask(`select ${counts.join(', ')}`))[0]
}

/** A file for every kind: what is there, one row more, one that is wrong. */
const samples: Readonly<Record<SpreadsheetKind, () => Promise<Buffer>>> = {
  buildings: async () => {
    const { cd } = await buildBuilding(world, client, { name: '旧名ハイツ' })
    return csv('物件コード,物件名,住所', `${cd},新名ハイツ,東京都世田谷区太子堂1-2-3`, ',髙﨑ビル①,川崎市1', ',住所なし,')
  },
  rooms: async () => csv('部屋番号,階,列', '102,2,4', '３０１号室,,', '303,1,1'),
  residents: async () => {
    await buildResident(world, client, construction.rooms[0]?.id ?? 0, { name: '旧 太郎' })
    return csv('氏名,部屋番号,電話番号', '新 太郎,101号室,', '髙﨑 花子,１０２,9012345678', '誰か,999,')
  },
  staffs: async () => {
    const known = await buildUser(world, client, 'Staff', { name: '旧 名' })
    return csv(
      '種別,氏名,ログインID,メールアドレス',
      `企業一般,新 名,${known.loginId},a@example.jp`,
      `企業一般,髙﨑 花子,hanako.${known.id},b@example.jp`,
      `企業一般,だめ,だ め,c`,
    )
  },
  contractors: async () => {
    const { name } = await buildContractor(world, client)
    return csv('会社名,代表者名,一次協力会社', `${name},新 代表,`, `﨑山電設,,${name}`, '三次,,どこにもない会社')
  },
  craftsmans: async () => {
    const { id, name } = await buildContractor(world, client)
    const known = await buildUser(world, client, 'Craftsman', { contractorId: id })
    return csv(
      '協力会社,氏名,ログインID,メールアドレス',
      `${name},新 名,${known.loginId},a@example.jp`,
      `${name},髙橋 次郎,jiro.${known.id},b@example.jp`,
      `ない会社,だめ,dame.${known.id},c@example.jp`,
    )
  },
  suppliers: async () => {
    await world.call(staff, 'POST /api/suppliers', {
      body: { supplier: { name: 'みなと', supplier_staffs_attributes: [{ name: '山田' }] } },
    })
    return csv('名称,住所,担当者名', 'みなと,港区1,山田、鈴木', '﨑山商事,,', `,なまえなし,`)
  },
  options: async () => {
    await world.call(staff, 'POST /api/options', { body: { option: { name: '子機', price: 1000 } } })
    return csv('名称,価格（税抜）', '子機,¥1200', 'カメラ,１２０００円', '無料,ただ')
  },
}

describe('POST /api/spreadsheets/:kind/rehearsal', () => {
  it('takes turns with other companies, however many lists one of them looks at', async () => {
    const lists = csv('物件名,住所', ...Array.from({ length: 3_000 }, (_, at) => `物件${at},東京都港区`))
    const other = await buildUser(world, await buildClient(world), 'Staff_Admin')
    const asked = [staff, staff, staff, other].map(as => post(as, 'buildings', '/rehearsal', lists))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
  it('takes turns with colleagues, however many lists one of them looks at', async () => {
    const colleague = await buildUser(world, client, 'Staff')
    const ended: string[] = []
    const letGo = await holdReader(world, client.id)
    const look = async (name: string, as: Caller) => {
      await rehearse('suppliers', csv('名称', '新宿設備'), as)
      ended.push(name)
    }
    const looks = ['one', 'two', 'three', 'four'].map(name => look(name, staff))
    // Time enough for all of them to stand in line; a slow machine makes this test miss a fault, never see one.
    await setTimeout(300)
    looks.push(look('of the colleague', colleague))
    await setTimeout(200)
    await letGo()
    await Promise.all(looks)
    expect(ended.indexOf('of the colleague')).toBeLessThan(2)
  })

  it('says of every row what would become of it', async () => {
    const known = await buildBuilding(world, client, { name: '太子堂ハイツ' })
    const preview = await rehearse(
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
    const file = await samples[kind]()
    const before = await traces()
    const preview = await rehearse(kind, file)
    expect(preview.counts).toEqual({ created: 1, changed: 1, unchanged: 0, refused: 1 })
    expect(await traces()).toEqual(before)
    const refused = preview.rows.find(({ outcome }) => outcome === 'refused')
    expect(refused?.errors?.[0]?.text).toMatch(/[一-龠ぁ-ん]/)

    const taken = await take(kind, file, preview.digest, [refused?.number ?? 0])
    expect(taken.body).toMatchObject({ message: '2件を取り込みました。', counts: { created: 1, changed: 1, refused: 0 } })
    const again = await rehearse(kind, file)
    expect(again.counts).toEqual({ created: 0, changed: 0, unchanged: 2, refused: 1 })
  })

  it('refuses a row that is there twice, and a name that means several rows', async () => {
    for (const name of ['同名ハイツ', '同名ハイツ']) await buildBuilding(world, client, { name })
    const preview = await rehearse('buildings', csv('物件名,住所', '港ビル,港区', '港 ビル,港区', '同名ハイツ,港区'))
    expect(sentences(preview)).toEqual([
      '物件名が2行目と重複しています',
      '物件名が「同名ハイツ」のデータが複数あるため、どれか決められません。',
    ])
  })

  it('changes no column that the file does not have', async () => {
    await samples.suppliers()
    const preview = await lookAndTake('suppliers', csv('名称,代表電話番号', 'みなと,0312345678'))
    expect(preview.rows[0]?.before).toEqual([null, null, '', null])
    expect((await world.call(staff, 'GET /api/suppliers')).body.suppliers).toMatchObject([{ representative_phone: '0312345678' }])
  })

  it('asks for a file, and for the construction of rooms', async () => {
    const { body, headers } = multipart({})
    expect(await world.send(staff, 'POST', '/api/spreadsheets/buildings/rehearsal', body, headers)).toMatchObject({
      status: 422,
      body: { errors: { file: ['を選択してください'], full_messages: ['ファイルを選択してください'] } },
    })
    expect(await post(staff, 'rooms', '/rehearsal', csv('部屋番号', '1'), {}, '')).toMatchObject({
      status: 422,
      body: { errors: { full_messages: ['工事を選択してください'] } },
    })
  })
})

describe('POST /api/spreadsheets/:kind', () => {
  it('takes in nothing while a row that is ticked is wrong', async () => {
    const file = await samples.buildings()
    const { digest } = await rehearse('buildings', file)
    const before = await traces()
    expect(await take('buildings', file, digest)).toMatchObject({ status: 422, body: { code: 'rows_refused' } })
    expect(await traces()).toEqual(before)
  })

  it('takes in only what is ticked', async () => {
    const file = csv('物件名,住所', '一号館,港区', '二号館,港区', '三号館,港区')
    const { digest } = await rehearse('buildings', file)
    expect((await take('buildings', file, digest, [3])).body).toMatchObject({ counts: { created: 2 } })
    const { buildings } = (await world.call(staff, 'GET /api/buildings', { query: { building: { name: '号館' } } })).body
    expect(buildings.map(({ name }) => name)).toEqual(['一号館', '三号館'])
    expect(await take('buildings', file, (await rehearse('buildings', file)).digest, [2, 3, 4])).toMatchObject({
      status: 422,
      body: { code: 'nothing_to_import' },
    })
  })

  it('shows what is new when data or file changed since it was looked at, and does nothing', async () => {
    const file = await samples.options()
    const { digest } = await rehearse('options', file)
    await world.call(staff, 'POST /api/options', { body: { option: { name: 'カメラ', price: 9000 } } })
    const before = await traces()
    const answer = await take('options', file, digest, [4])
    expect(answer).toMatchObject({ status: 409, body: { code: 'preview_stale', preview: { counts: { created: 0, changed: 2 } } } })
    expect(answer.body.errors?.full_messages).toEqual([
      '確認した後にデータまたはファイルが変わったため、まだ取り込んでいません。内容をもう一度確認してください。',
    ])
    expect(await traces()).toEqual(before)
    const fresh = answer.body['preview'] as SpreadsheetPreview
    expect((await take('options', file, fresh.digest, [4])).status).toBe(200)
    expect((await take('options', csv('名称,価格（税抜）', 'カメラ,1'), fresh.digest)).status).toBe(409)
  })

  it('does nothing when a ticked room needs the place of one that is not, and says so', async () => {
    const file = csv('部屋番号,階,列', '101,1,2', '102,1,1')
    const { digest, counts } = await rehearse('rooms', file)
    expect(counts).toMatchObject({ changed: 2, refused: 0 })
    const before = await traces()
    const answer = await take('rooms', file, digest, [2])
    expect(answer).toMatchObject({ status: 409, body: { code: 'rows_refused_together' } })
    const preview = answer.body['preview'] as SpreadsheetPreview
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['changed', 'refused'])
    expect(sentences(preview)).toEqual(['列の位置（1階の1列目）には「101」があります'])
    expect(await traces()).toEqual(before)
    expect((await take('rooms', file, preview.digest)).body).toMatchObject({ counts: { changed: 2 } })
  })

  it('makes no third level of contractors by leaving out the row that would take a child away', async () => {
    await buildContractor(world, client, { name: '頂上' })
    const middle = await buildContractor(world, client, { name: '中間' })
    await buildContractor(world, client, { name: '末端', primaryContractorId: middle.id })
    const file = csv('会社名,一次協力会社', '末端,頂上', '中間,頂上')
    const { digest, counts } = await rehearse('contractors', file)
    expect(counts).toMatchObject({ changed: 2, refused: 0 })
    const before = await traces()
    const answer = await take('contractors', file, digest, [2])
    expect(answer).toMatchObject({ status: 409, body: { code: 'rows_refused_together' } })
    expect(sentences(answer.body['preview'] as SpreadsheetPreview)).toEqual(['二次協力会社を一次協力会社に設定できません。'])
    expect(await traces()).toEqual(before)
  })

  it('takes in a row that only another one stood in the way of, once that one is left out', async () => {
    const file = csv('部屋番号,階,列', '屋上A,3,1', '屋上B,3,1')
    expect(sentences(await rehearse('rooms', file))).toEqual(['列の位置（3階の1列目）には「屋上A」があります'])
    const again = await post(staff, 'rooms', '/rehearsal', file, { 'spreadsheet[excluded]': '2' })
    const preview = again.body['preview'] as SpreadsheetPreview
    expect(preview.counts).toMatchObject({ created: 2, refused: 0 })
    expect((await take('rooms', file, preview.digest, [2])).status).toBe(200)
    expect(await ask(`select name from rooms where client_id = $1 and name like '屋上%'`)).toEqual([{ name: '屋上B' }])
  })

  it('says at once what follows from a row that is refused', async () => {
    const file = csv('部屋番号,階,列', '101,1,2', '102,1,3')
    expect(sentences(await rehearse('rooms', file))).toEqual([
      '列の位置（1階の2列目）には「102」があります',
      '列の位置（1階の3列目）には「103」があります',
    ])
  })

  it.each(spreadsheetKinds)('keeps nobody from referring to rows of %s', async kind => {
    const file = await samples[kind]()
    const tables = [
      'buildings',
      'users',
      'contractors',
      'suppliers',
      'options',
      'constructions',
      kind === 'residents' ? 'rooms' : 'departments',
    ]
    await world.inClient(client.id, async db => {
      // As a new construction, a photo or an order holds what it refers to.
      for (const table of tables) await rowsOf(db, `select 1 from ${table} where client_id = $1 for key share`, [client.id])
      const { digest, rows } = await rehearse(kind, file)
      const refused = rows.find(({ outcome }) => outcome === 'refused')?.number ?? 0
      expect((await take(kind, file, digest, [refused])).status).toBe(200)
    })
  })

  it('looks at a file without waiting for who changes other rows', async () => {
    const file = await samples.options()
    await world.call(staff, 'POST /api/options', { body: { option: { name: 'ほか', price: 1 } } })
    await world.inClient(client.id, async db => {
      await rowsOf(db, `select 1 from options where client_id = $1 and name = 'ほか' for update`, [client.id])
      expect((await rehearse('options', file)).counts).toMatchObject({ created: 1, changed: 1 })
    })
  })

  it('does not undo a composition that is saved while the import begins', async () => {
    const file = csv('部屋番号,階,列', '101,3,1')
    const { digest } = await rehearse('rooms', file)
    const taking = await world.inClient(client.id, async db => {
      await rowsOf(db, 'select 1 from constructions where client_id = $1 for update', [client.id])
      const answer = take('rooms', file, digest)
      await setTimeout(300)
      await rowsOf(db, `update rooms set col = 9 where client_id = $1 and name = '101'`, [client.id])
      return { answer }
    })
    expect(await taking.answer).toMatchObject({ status: 409, body: { code: 'preview_stale' } })
    expect(await ask(`select row, col from rooms where client_id = $1 and name = '101'`)).toEqual([{ row: 1, col: 9 }])
  })

  it('refuses a list of rows that is none', async () => {
    const file = csv('物件名,住所', '港,港区')
    expect((await post(staff, 'buildings', '', file, { 'spreadsheet[digest]': 'x', 'spreadsheet[excluded]': '2;drop' })).status).toBe(422)
    expect((await post(staff, 'buildings', '', file)).status).toBe(422)
  })

  it('records an event for every row', async () => {
    await lookAndTake('buildings', await samples.buildings())
    const events = await ask<{ kind: string; actor_id: number; change: { after: { name: string } } }>(
      `select kind, actor_id, change from events where client_id = $1 and kind like 'buildings.%' order by kind`,
    )
    expect(events).toMatchObject([
      { kind: 'buildings.changed', actor_id: staff.id, change: { before: { name: '旧名ハイツ' }, after: { name: '新名ハイツ' } } },
      { kind: 'buildings.registered', change: { after: { name: '髙﨑ビル①' } } },
    ])
  })

  it('gives buildings without a code the next ones that are free', async () => {
    await lookAndTake('buildings', csv('物件コード,物件名,住所', ',一,港区', 'B00001,二,港区', ',三,港区'))
    const { buildings } = (await world.call(staff, 'GET /api/buildings', { query: { sort_by: 'cd' } })).body
    expect(buildings.filter(({ cd }) => cd.startsWith('B0000')).map(({ cd, name }) => [cd, name])).toEqual([
      ['B00001', '二'],
      ['B00002', '一'],
      ['B00003', '三'],
    ])
  })

  it('invites new staff by mail, as by hand', async () => {
    await lookAndTake('staffs', await samples.staffs())
    const mails = await ask<{ recipients: string[]; body: string; event_id: number | null }>(
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

  it('mails new craftsmen a first password that signs in and must be replaced', async () => {
    await lookAndTake('craftsmans', await samples.craftsmans())
    const [mail] = await ask<{ body: string }>('select body from outbox_messages where client_id = $1')
    const login_id = /ログインID: (\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const password = /初期パスワード: (\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const { body } = await world.call(guest, 'POST /api/auth/sign_in', { body: { login_id, password } })
    expect(body.data).toMatchObject({ name: '髙橋 次郎', password_change_required: true })
  })

  it('makes first passwords before anybody has to wait for a row', async () => {
    const company = await buildContractor(world, client)
    const known = await buildUser(world, client, 'Craftsman', { contractorId: company.id })
    const lines = Array.from({ length: 40 }, (_, at) => `${company.name},新人 ${at},many.${known.id}.${at},${at}@example.jp`)
    const file = csv('協力会社,氏名,ログインID,メールアドレス', `${company.name},新 名,${known.loginId},a@example.jp`, ...lines)
    const { digest } = await rehearse('craftsmans', file)
    const order: string[] = []
    const taking = take('craftsmans', file, digest).then(({ status }) => order.push(`import ${status}`))
    await setTimeout(250)
    const change = { params: { id: known.id }, body: { craftsman: { phone: '0312345678' } } }
    expect((await world.call(staff, 'PATCH /api/craftsmans/:id', change)).status).toBe(200)
    order.push('change')
    await taking
    // What was changed by hand meanwhile was not what was looked at.
    expect(order).toEqual(['change', 'import 409'])
  })

  it('refuses login ids of others and rights that the caller may not give', async () => {
    const other = await buildUser(world, await buildClient(world), 'Staff')
    const registrar = await buildUser(world, client, 'Staff', { canRegisterStaff: true })
    const file = csv(
      '種別,氏名,ログインID,メールアドレス,スタッフ登録権限,部署',
      `企業一般,他社,${other.loginId.toUpperCase()},a@example.jp,,`,
      `企業管理者,管理,admin.${other.id},a@example.jp,,`,
      `企業一般,権限,right.${other.id},a@example.jp,あり,`,
      `企業一般,部署,part.${other.id},a@example.jp,,ない部署`,
    )
    expect(sentences(await rehearse('staffs', file, registrar))).toEqual([
      'ログインIDはすでに存在します',
      '企業管理者を登録・変更する権限がありません。',
      'スタッフ登録権限を変更する権限がありません。',
      '部署の「ない部署」は登録されていません',
    ])
    expect(sentences(await rehearse('staffs', file))).toHaveLength(2)
  })

  it('lets a second-tier contractor name a company of the same file, and makes no third level', async () => {
    const file = csv('会社名,一次協力会社', '二次電工,一次電工', '一次電工,', '三次電工,二次電工')
    const preview = await lookAndTake('contractors', file)
    expect(preview.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'refused'])
    expect((await world.call(staff, 'GET /api/contractors')).body.contractors).toMatchObject([
      { name: '一次電工', primary_contractor_name: null },
      { name: '二次電工', primary_contractor_name: '一次電工' },
    ])
    // Without the row that it leans on, a row is none that was looked at.
    const half = csv('会社名,一次協力会社', '子,親', '親,')
    const { digest } = await rehearse('contractors', half)
    expect(await take('contractors', half, digest, [3])).toMatchObject({ status: 409, body: { preview: { counts: { refused: 1 } } } })
    expect(sentences(await rehearse('contractors', csv('会社名,一次協力会社', '一次電工,二次電工')))).toEqual([
      '二次協力会社を一次協力会社に設定できません。',
    ])
  })

  it('asks which company is meant when several are called alike, and takes the one that is called exactly so', async () => {
    const companies = [
      await buildContractor(world, client, { name: 'ABC 電工' }),
      await buildContractor(world, client, { name: 'ＡＢＣ電工' }),
    ]
    const line = (company: string, at: number) => `${company},佐藤,alike.${companies[0]?.id}.${at},a@example.jp`
    const file = csv('協力会社,氏名,ログインID,メールアドレス', ...['abc電工', 'ＡＢＣ電工', 'ABC 電工', 'ない電工'].map(line))
    const preview = await lookAndTake('craftsmans', file)
    expect(sentences(preview)).toEqual([
      '協力会社の「abc電工」にあてはまるものが2件あります。登録されている名称のとおりに入力してください',
      '協力会社の「ない電工」は登録されていません',
    ])
    expect(preview.rows.map(({ values }) => values[0]).slice(1, 3)).toEqual(['ＡＢＣ電工', 'ABC 電工'])
  })

  it('keeps a craftsman in the company while there is work', async () => {
    const [one, other] = [await buildContractor(world, client), await buildContractor(world, client)]
    const craftsman = await buildUser(world, client, 'Craftsman', { contractorId: one.id })
    await buildConstruction(world, client, { craftsmanIds: [{ contractorId: one.id, craftsmanIds: [craftsman.id] }] })
    const file = csv('協力会社,氏名,ログインID,メールアドレス', `${other.name},佐藤,${craftsman.loginId},a@example.jp`)
    expect(sentences(await rehearse('craftsmans', file))).toEqual(['協力会社は工事に割り当てられている間は変更できません'])
  })

  it('adds people to a supplier and removes nobody', async () => {
    await samples.suppliers()
    await lookAndTake('suppliers', csv('名称,担当者名', 'みなと,"鈴木\n佐藤"', '新社,田中'))
    const { suppliers } = (await world.call(staff, 'GET /api/suppliers', { query: { sort_by: 'name' } })).body
    const people = await Promise.all(
      suppliers.map(
        async ({ id }) => (await world.call(staff, 'GET /api/suppliers/:id', { params: { id } })).body.supplier.supplier_staffs,
      ),
    )
    expect(people.map(each => each.map(({ name }) => name))).toEqual([['山田', '鈴木', '佐藤'], ['田中']])
  })

  it('lays rooms where their numbers say, with codes for their letters, and moves those that are there', async () => {
    const file = csv('部屋番号,階,列', '201,2,2', '202,2,1', '３０２号室,,', '屋上,4,1', '103,1,1')
    const preview = await lookAndTake('rooms', file)
    expect(sentences(preview)).toEqual(['列の位置（1階の1列目）には「101」があります'])
    const places = await ask<{ name: string; row: number; col: number; has_code: boolean }>(
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

  it('writes residents into the timeline of their rooms, names in the part that can be erased', async () => {
    await lookAndTake('residents', await samples.residents())
    const events = await ask<{ kind: string; room_id: number; change: unknown; resident_visible: boolean; values: unknown }>(
      `select e.kind, e.room_id, e.change, e.resident_visible, v.values from events e
        join event_personal_values v on v.client_id = e.client_id and v.event_id = e.id where e.client_id = $1 and e.kind like 'residents.%' order by e.kind`,
    )
    expect(events).toEqual([
      {
        kind: 'residents.created',
        room_id: construction.rooms[1]?.id,
        change: { fields: ['name', 'phone'] },
        resident_visible: true,
        values: { before: null, after: { name: '髙﨑 花子', phone: '09012345678' } },
      },
      {
        kind: 'residents.updated',
        room_id: construction.rooms[0]?.id,
        change: { fields: ['name'] },
        resident_visible: true,
        values: { before: { name: '旧 太郎' }, after: { name: '新 太郎' } },
      },
    ])
  })
})

describe('POST /api/spreadsheets/:kind/marked', () => {
  it('gives the rows back with what is wrong, in a file that can be sent again', async () => {
    const answer = await post(staff, 'buildings', '/marked', csv('住所,物件名,電話番号', '港区,港ビル,03', ',住所なし,0312345678'))
    expect(answer.status).toBe(200)
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('一覧_エラー付き.xlsx')
    const sheet = await sheetOf(answer.raw)
    expect(sheet[0]?.at(-1)).toBe('エラー')
    expect(sheet.slice(1).map(row => [row[1], row[7], row[8]])).toEqual([
      ['港ビル', '03', '電話番号の形式が正しくありません'],
      ['住所なし', '0312345678', '住所を入力してください'],
    ])
    const again = await rehearse('buildings', answer.raw)
    expect(again).toMatchObject({ counts: { refused: 2 }, ignored_headings: [] })
    expect(await ask(`select id from buildings where client_id = $1 and name = '港ビル'`)).toEqual([])
  })
})

describe('GET /api/spreadsheets/:kind/template', () => {
  it.each(spreadsheetKinds)('has the headings of %s and no rows', async kind => {
    const answer = await world.send(staff, 'GET', `/api/spreadsheets/${kind}/template${within(kind, construction.id)}`)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': expect.stringContaining('spreadsheetml') } })
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(`${spreadsheetNouns[kind]}_テンプレート.xlsx`)
    const [headings, ...rows] = await sheetOf(answer.raw)
    expect(headings?.length).toBeGreaterThan(1)
    expect(rows.flat().filter(cell => cell !== null)).toEqual([])
    expect((await post(staff, kind, '/rehearsal', answer.raw)).body.errors?.full_messages).toEqual(['見出しの下にデータがありません。'])
  })
})

const takeAway = (as: Caller, kind: string, { query = '', format = 'xlsx' } = {}) =>
  world.send(as, 'POST', `/api/spreadsheets/${kind}/file${query}`, JSON.stringify({ format }), { 'content-type': 'application/json' })

describe('POST /api/spreadsheets/:kind/file', () => {
  it('gives CSV with BOM in which nothing is a formula', async () => {
    await world.call(staff, 'POST /api/options', { body: { option: { name: '=cmd|1', price: 1000 } } })
    const answer = await takeAway(staff, 'options', { format: 'csv' })
    expect(answer.raw.toString()).toBe("\uFEFF名称,価格（税抜）\r\n'=cmd|1,1000\r\n".replace(/\r\n$/, ''))
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
  })

  it('leaves a trace of who took which list (review M6)', async () => {
    await samples.residents()
    const query = within('residents', construction.id)
    expect((await takeAway(staff, 'residents', { query, format: 'csv' })).status).toBe(200)
    const taken = await world.inClient(client.id, db =>
      db.selectFrom('events').where('kind', '=', 'spreadsheets.made').where('construction_id', '=', construction.id).selectAll().execute(),
    )
    expect(taken.at(-1)).toMatchObject({ actor_kind: 'staffAdmin', actor_id: staff.id, change: { kind: 'residents', format: 'csv' } })
    expect((await world.send(staff, 'GET', `/api/spreadsheets/residents${query}`)).status).toBe(404)
  })

  it("gives one's own client's rows and nobody else's", async () => {
    await samples.suppliers()
    const stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
    expect(await sheetOf((await takeAway(staff, 'suppliers')).raw)).toHaveLength(2)
    expect(await sheetOf((await takeAway(stranger, 'suppliers')).raw)).toHaveLength(1)
    const file = csv('名称', 'みなと')
    expect((await rehearse('suppliers', file, stranger)).counts).toMatchObject({ created: 1, changed: 0 })
    for (const kind of ['rooms', 'residents'])
      expect((await takeAway(stranger, kind, { query: `?construction_id=${construction.id}` })).status).toBe(404)
  })

  it('opens every list to those who may write it by hand, and to nobody else', async () => {
    const everyone = {
      ...(await buildEveryone(world, client)),
      registrar: await buildUser(world, client, 'Staff', { canRegisterStaff: true }),
    }
    const allowed: Record<string, string[]> = {}
    for (const kind of spreadsheetKinds) {
      const file = await samples[kind]()
      const query = within(kind, construction.id)
      for (const [who, caller] of Object.entries(everyone)) {
        const statuses = [
          (await takeAway(caller, kind, { query })).status,
          (await world.send(caller, 'GET', `/api/spreadsheets/${kind}/template${query}`)).status,
          (await post(caller, kind, '/rehearsal', file)).status,
          (await post(caller, kind, '/marked', file)).status,
          (await post(caller, kind, '', file, { 'spreadsheet[digest]': 'x' })).status,
        ]
        expect([
          [200, 200, 200, 200, 409],
          [403, 403, 403, 403, 403],
        ]).toContainEqual(statuses)
        if (statuses[0] === 200) (allowed[kind] ??= []).push(who)
      }
    }
    const company = ['admin', 'staffAdmin', 'staff', 'registrar']
    const office = ['admin', 'operator', 'staffAdmin', 'staff', 'registrar']
    expect(allowed).toEqual({
      buildings: company,
      rooms: office,
      residents: office,
      staffs: ['admin', 'staffAdmin', 'registrar'],
      contractors: company,
      craftsmans: company,
      suppliers: office,
      options: company,
    })
  })

  it('knows no other lists', async () => {
    expect((await takeAway(staff, 'clients')).status).toBe(404)
    expect((await takeAway(staff, 'buildings', { format: 'pdf' })).status).toBe(422)
  })
})
