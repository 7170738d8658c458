import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { multipart } from '../../test/multipart.ts'
import { buildClient, buildConstruction, buildEveryone, buildUser, type BuiltClient, type BuiltPerson } from '../../test/build.ts'
import { onePagePdf } from '../../test/one-page-pdf.ts'
import { guest, openWorld, type World } from '../../test/world.ts'

let world: World
let client: BuiltClient
let staff: BuiltPerson
let stranger: BuiltPerson
let everyone: Awaited<ReturnType<typeof buildEveryone>>

beforeAll(async () => {
  world = await openWorld()
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  everyone = await buildEveryone(world, client)
  stranger = await buildUser(world, await buildClient(world), 'Staff')
})

const make = async (name: string, price: number | string = 1234) =>
  (await world.call(staff, 'POST /api/options', { body: { option: { name, price } } })).body.option

/** A multipart body with Rails names, as a browser's form sends it. */
const sendForm = (caller: BuiltPerson, method: string, url: string, fields: Record<string, string>, pdf?: string | Buffer) => {
  const boundary = 'toguchi-boundary'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file =
    pdf === undefined
      ? []
      : [
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="option[pdf]"; filename="guide.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
          ),
          Buffer.from(pdf),
          Buffer.from('\r\n'),
        ]
  const body = Buffer.concat([...parts.map(part => Buffer.from(part)), ...file, Buffer.from(`--${boundary}--\r\n`)])
  return world.send(caller, method, url, body, { 'content-type': `multipart/form-data; boundary=${boundary}` })
}
type Shown = { id: number; price: number; pdf: { url: string; file_name: string } | null }

describe('POST /api/options', () => {
  it('adds an option; the price with tax follows the rounding rule of the client', async () => {
    expect(await make('カメラ付子機')).toMatchObject({ price: 1234, price_in_tax: 1357, pdf: null, can_delete: true })
    await world.inClient(null, db => db.updateTable('clients').set({ rounding_rule: 'round_up' }).where('id', '=', client.id).execute())
    expect(await make('切り上げ')).toMatchObject({ price_in_tax: 1358 })
    await world.inClient(null, db => db.updateTable('clients').set({ rounding_rule: 'round_down' }).where('id', '=', client.id).execute())
  })
  it('takes only the digits of a typed price, and nothing above the limit or below 0', async () => {
    expect(await make('桁区切り', '￥１２,０００')).toMatchObject({ price: 12_000 })
    expect(await make('無料', 0)).toMatchObject({ price: 0 })
    const { body } = await world.call(staff, 'POST /api/options', { body: { option: { name: '高額', price: 100_000_000 } } })
    expect(body.errors).toMatchObject({ price: ['は99999999以下の値にしてください'] })
    expect((await world.call(staff, 'POST /api/options', { body: { option: { name: '負', price: -1 } } })).status).toBe(422)
    expect((await world.call(staff, 'POST /api/options', { body: { option: { name: '空', price: '' } } })).body.errors).toMatchObject({
      price: ['を入力してください'],
    })
  })
  it('keeps what residents read before they order, and a picture without where it was taken (R8)', async () => {
    const bytes = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#ccc' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 38/1 0/1' } })
      .jpeg()
      .toBuffer()
    const fields = {
      'option[name]': '写真あり',
      'option[price]': '500',
      'option[description]': '1行目\n2行目',
      'option[duration]': '約30分',
      'option[cancellation_note]': '前日まで無料です',
    }
    const picture = (file: Buffer, contentType: string) => ({ name: 'option[picture]', fileName: 'camera.jpg', bytes: file, contentType })
    const post = (file: Buffer, contentType = 'image/jpeg') => {
      const { body, headers } = multipart(fields, picture(file, contentType))
      return world.send(staff, 'POST', '/api/options', body, headers)
    }
    expect((await post(Buffer.from('no picture'))).body.errors).toHaveProperty('picture')
    const { option } = (await post(bytes)).body as unknown as { option: Shown & { picture_url: string } }
    expect(option).toMatchObject({ description: '1行目\n2行目', duration: '約30分', cancellation_note: '前日まで無料です' })
    const shown = await world.send({ headers: {} }, 'GET', option.picture_url)
    expect([shown.status, (await sharp(shown.raw).metadata()).exif]).toEqual([200, undefined])
    const changed = await world.call(staff, 'PATCH /api/options/:id', {
      params: { id: option.id },
      body: { option: { duration: '約1時間', remove_picture: true } },
    })
    expect(changed.body.option).toMatchObject({ name: '写真あり', description: '1行目\n2行目', duration: '約1時間', picture_url: null })
  })
  it('keeps a PDF and hands it out by a link', async () => {
    const { status, body } = await sendForm(
      staff,
      'POST',
      '/api/options',
      { 'option[name]': '資料あり', 'option[price]': '500' },
      onePagePdf,
    )
    expect(status).toBe(201)
    const { pdf } = (body as unknown as { option: Shown }).option
    expect(pdf?.file_name).toBe('guide.pdf')
    const file = await world.send({ headers: {} }, 'GET', pdf?.url ?? '')
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  })
  it('refuses what is no PDF whatever it is called, and keeps nothing', async () => {
    const answer = await sendForm(staff, 'POST', '/api/options', { 'option[name]': '偽物', 'option[price]': '500' }, '<html>')
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { pdf: ['にはPDFファイルを選択してください'], full_messages: ['説明資料（PDF）にはPDFファイルを選択してください'] },
    ])
    const large = await sendForm(
      staff,
      'POST',
      '/api/options',
      { 'option[name]': '大きすぎ', 'option[price]': '500' },
      Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(10 * 1024 * 1024)]),
    )
    expect(large.status).toBe(413)
    const listed = await world.call(staff, 'GET /api/options', { query: { exclude_pagination: true } })
    expect(listed.body.options.map(option => option.name)).not.toContain('偽物')
  })
  it('refuses a name twice, and callers who do not manage masters', async () => {
    await make('重複')
    const { body } = await world.call(staff, 'POST /api/options', { body: { option: { name: '重複', price: 1 } } })
    expect(body.errors).toMatchObject({ name: ['はすでに存在します'] })
    for (const caller of [everyone.operator, everyone.craftsman])
      expect((await world.call(caller, 'POST /api/options', { body: { option: { name: '不可', price: 1 } } })).status).toBe(403)
  })
})

describe('GET /api/options', () => {
  it('lists options with the rounding rule; craftsmen may read', async () => {
    const { id } = await make('一覧用')
    const { body } = await world.call(everyone.craftsman, 'GET /api/options', { query: { option: { name: '一覧' } } })
    expect(body).toMatchObject({ options: [{ id, name: '一覧用', price: 1234 }], rounding_rule: 'round_down', total_count: 1 })
    expect((await world.call(stranger, 'GET /api/options')).body.options).toEqual([])
    expect((await world.call(staff, 'GET /api/options')).status).toBe(200)
    expect((await world.call(guest, 'GET /api/options')).status).toBe(401)
  })
})

describe('GET /api/options/:id', () => {
  it("shows an option; another client's is not found", async () => {
    const option = await make('詳細')
    const params = { id: option.id }
    expect((await world.call(everyone.operator, 'GET /api/options/:id', { params })).body.option).toEqual(option)
    expect((await world.call(stranger, 'GET /api/options/:id', { params })).status).toBe(404)
    expect((await world.call(everyone.craftsman, 'GET /api/options/:id', { params })).status).toBe(403)
  })
})

describe('PATCH /api/options/:id', () => {
  it('changes what was sent; the PDF comes and goes', async () => {
    const { id } = await make('変更前')
    const params = { id }
    expect((await world.call(staff, 'PATCH /api/options/:id', { params, body: { option: { price: 12_000 } } })).body.option).toMatchObject({
      name: '変更前',
      price: 12_000,
    })
    const added = await sendForm(staff, 'PATCH', `/api/options/${id}`, {}, onePagePdf)
    expect((added.body as unknown as { option?: Shown }).option?.pdf ?? added.body.errors).toMatchObject({ file_name: 'guide.pdf' })
    const kept = await world.call(staff, 'PATCH /api/options/:id', { params, body: { option: { name: '変更後' } } })
    expect(kept.body.option.pdf).not.toBeNull()
    const shown = (await world.call(staff, 'GET /api/options/:id', { params })).body.option
    expect(shown).toMatchObject({ id, name: '変更後', price: 12_000 })
    const file = await world.send(guest, 'GET', shown.pdf?.url ?? '')
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    const listed = await world.call(staff, 'GET /api/options', { query: { option: { name: '変更後' } } })
    expect(listed.body.options.map(({ price }) => price)).toEqual([12_000])
    const removed = await sendForm(staff, 'PATCH', `/api/options/${id}`, { 'option[remove_pdf]': 'true' })
    expect((removed.body as unknown as { option: Shown }).option.pdf).toBeNull()
    expect((await world.call(stranger, 'PATCH /api/options/:id', { params, body: { option: { name: '他社' } } })).status).toBe(404)
  })
})

describe('DELETE /api/options/:id', () => {
  it('refuses an option that a construction offers, and hides another', async () => {
    const used = await make('使用中')
    const construction = await buildConstruction(world, client)
    await world.inClient(client.id, db =>
      db
        .insertInto('constructions_options')
        .values({
          client_id: client.id,
          construction_id: construction.id,
          option_id: used.id,
          option_name: used.name,
          price: 1,
          position: 1,
        })
        .execute(),
    )
    const refusal = await world.call(staff, 'DELETE /api/options/:id', { params: { id: used.id } })
    expect([refusal.status, refusal.body.errors?.full_messages]).toEqual([422, ['使用中のため削除できません。']])
    const free = await make('未使用')
    expect((await world.call(stranger, 'DELETE /api/options/:id', { params: { id: free.id } })).status).toBe(404)
    expect((await world.call(staff, 'DELETE /api/options/:id', { params: { id: free.id } })).status).toBe(200)
    expect((await world.call(staff, 'GET /api/options/:id', { params: { id: free.id } })).status).toBe(404)
  })
})
