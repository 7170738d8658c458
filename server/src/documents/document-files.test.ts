import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OperationKey } from '@toguchi/domain/http/endpoint'
import type { Api } from '@toguchi/domain/routes'
import {
  type BuiltClient,
  type BuiltConstruction,
  type BuiltPerson,
  buildBuilding,
  buildClient,
  buildConstruction,
  buildContractor,
  buildPlatformPerson,
  buildResident,
  buildUser,
} from '../../test/build.ts'
import { multipart, zipOf } from '../../test/multipart.ts'
import { onePagePdf } from '../../test/one-page-pdf.ts'
import { type Caller, guest, openWorld } from '../../test/world.ts'
import { drawMissingViews } from '../files/files.ts'

const world = await openWorld()
const pdf = onePagePdf
const png = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#369' } })
  .png()
  .toBuffer()
const jpeg = await sharp(png).jpeg().toBuffer()
const xlsx = zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })
const docx = zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' })

let client: BuiltClient
let staff: BuiltPerson
let operator: BuiltPerson
let craftsman: BuiltPerson
let stranger: BuiltPerson
let construction: BuiltConstruction
let resident: Caller
let filingId: number

beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff', { name: '佐藤 花子' })
  operator = await buildPlatformPerson(world, 'operator', client)
  const contractor = await buildContractor(world, client)
  craftsman = await buildUser(world, client, 'Craftsman', { contractorId: contractor.id })
  construction = await buildConstruction(world, client, { craftsmanIds: [{ contractorId: contractor.id, craftsmanIds: [craftsman.id] }] })
  resident = await buildResident(world, client, construction.rooms[0]!.id, { name: '居住 者' })
  stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
  filingId = await addFiling()
})

const addFiling = async (): Promise<number> => {
  const item = { kind: 'start_notice', title: '着工届の提出', due_on: '2026-11-20', until_on: null, note: null } as const
  const asked = { params: { construction_id: construction.id } }
  await world.call(staff, 'POST /api/constructions/:construction_id/filings', { ...asked, body: { checklist: { filings: [item] } } })
  return (await filings()).at(-1)!.id
}
const filings = async () =>
  (await world.call(staff, 'GET /api/constructions/:construction_id/filings', { params: { construction_id: construction.id } })).body
    .filings

/** The kinds of documents, each with its address; all of them are listed, added and hidden alike. */
const kinds = {
  building_document: {
    noun: '物件資料',
    list: 'GET /api/buildings/:building_id/building_documents',
    url: () => `/api/buildings/${construction.buildingId}/building_documents`,
    refusedToRead: () => [operator, craftsman, resident],
    refusedToAdd: () => [operator, craftsman, resident],
  },
  attachment_file: {
    noun: '添付資料',
    list: 'GET /api/constructions/:construction_id/attachment_files',
    url: () => `/api/constructions/${construction.id}/attachment_files`,
    refusedToRead: () => [resident],
    refusedToAdd: () => [craftsman, resident],
  },
  in_house_document: {
    noun: '社内資料',
    list: 'GET /api/constructions/:construction_id/in_house_documents',
    url: () => `/api/constructions/${construction.id}/in_house_documents`,
    refusedToRead: () => [operator, craftsman, resident],
    refusedToAdd: () => [operator, craftsman, resident],
  },
  document: {
    noun: '居住者向け資料',
    list: 'GET /api/constructions/:construction_id/documents',
    url: () => `/api/constructions/${construction.id}/documents`,
    refusedToRead: () => [craftsman, resident],
    refusedToAdd: () => [craftsman, resident],
  },
  filing_file: {
    noun: '届出書類',
    list: 'GET /api/constructions/:construction_id/filings/:filing_id/filing_files',
    url: () => `/api/constructions/${construction.id}/filings/${filingId}/filing_files`,
    refusedToRead: () => [craftsman, resident],
    refusedToAdd: () => [operator, craftsman, resident],
  },
} as const satisfies Record<
  string,
  { noun: string; list: OperationKey & keyof Api; url: () => string; refusedToRead: () => Caller[]; refusedToAdd: () => Caller[] }
>
type Kind = keyof typeof kinds
interface Shown {
  id: number
  title: string
  file_url: string
  file_name: string
  content_type: string
  byte_size: number
  created_at: string
  user_name: string | null
}

const add = (
  kind: Kind,
  as: Caller,
  over: { title?: string; fileName?: string; bytes?: Buffer; uuid?: string; url?: string; noFile?: true } = {},
) => {
  const fields = { title: over.title ?? '管理規約', ...(over.uuid === undefined ? {} : { uuid: over.uuid }) }
  const { body, headers } = multipart(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${kind}[${name}]`, value])),
    over.noFile ? undefined : { name: `${kind}[file]`, fileName: over.fileName ?? '管理規約_第3版.pdf', bytes: over.bytes ?? pdf },
  )
  return world.send(as, 'POST', over.url ?? kinds[kind].url(), body, headers)
}
const added = async (kind: Kind, as: Caller = staff, over = {}): Promise<Shown> => {
  const answer = await add(kind, as, over)
  expect(answer.body.errors).toBeUndefined()
  return answer.body[kind] as Shown
}
const list = async (kind: Kind, as: Caller, search = '') => {
  const { status, body } = await world.send(as, 'GET', kinds[kind].url() + search)
  return { status, rows: (body[`${kind}s`] ?? []) as Shown[], total: body['total_count'] }
}
const keptFiles = () => world.inClient(client.id, db => db.selectFrom('files').select('id').execute())
const eventsOf = (kind: string) =>
  world.inClient(client.id, db =>
    db.selectFrom('events').where('kind', '=', kind).select(['kind', 'actor_id', 'construction_id']).execute(),
  )

const tests = (kind: Kind) => {
  const { noun, url, refusedToRead, refusedToAdd } = kinds[kind]
  return {
    list: () => {
      it('lists newest first, by page, sorted and by title', async () => {
        for (const title of ['い 図面', 'あ 規約', 'う 100%_表'])
          await added(kind, staff, { title, ...(title.startsWith('い') ? { bytes: png, fileName: 'い.png' } : {}) })
        expect((await list(kind, staff)).rows.map(row => row.title)).toEqual(['う 100%_表', 'あ 規約', 'い 図面'])
        expect(await list(kind, staff, '?per_page=1&page=2')).toMatchObject({ rows: [{ title: 'あ 規約' }], total: 3 })
        expect((await list(kind, staff, '?sort_by=title')).rows.map(row => row.title)).toEqual(['あ 規約', 'い 図面', 'う 100%_表'])
        expect((await list(kind, staff, '?sort_by=content_type&sort_desc=true')).rows[0]).toMatchObject({ content_type: 'image/png' })
        expect((await list(kind, staff, `?${kind}[title]=${encodeURIComponent('%_')}`)).rows).toMatchObject([{ title: 'う 100%_表' }])
        expect(await list(kind, staff, `?${kind}[title]=ない`)).toMatchObject({ rows: [], total: 0 })
        expect((await list(kind, staff, '?exclude_pagination=true')).rows).toHaveLength(3)
        expect((await list(kind, staff, '?sort_by=sha256')).status).toBe(422)
      })
      it('is refused to those whom the kind is not for, and is not there for other clients', async () => {
        await added(kind)
        for (const who of refusedToRead()) expect((await list(kind, who)).status).toBe(403)
        expect((await list(kind, guest)).status).toBe(401)
        expect((await list(kind, stranger)).status).toBe(404)
        const unassigned = await buildUser(world, client, 'Craftsman')
        expect((await list(kind, unassigned)).status).toBe(refusedToRead().includes(craftsman as never) ? 403 : 404)
        for (const who of [operator, craftsman].filter(each => !refusedToRead().includes(each)))
          expect((await list(kind, who)).rows).toHaveLength(1)
      })
    },
    change: () => {
      it('says what law keeps it as, and takes that back', async () => {
        const { id } = await added(kind)
        const mark = (as: Caller, record_kind: string | null, at = url()) =>
          world.send(as, 'PATCH', `${at}/${id}`, JSON.stringify({ [kind]: { record_kind } }), { 'content-type': 'application/json' })
        const marked = await mark(staff, 'as_built_drawing')
        expect(marked.body).toMatchObject({ message: `${noun}を更新しました。`, [kind]: { id, record_kind: 'as_built_drawing' } })
        await mark(staff, 'as_built_drawing')
        expect(await eventsOf(`${kind}s.updated`)).toHaveLength(1)
        expect((await mark(staff, null)).status).toBe(200)
        expect((await list(kind, staff)).rows).toMatchObject([{ id, record_kind: null }])
        expect((await mark(staff, 'receipt')).status).toBe(422)
        for (const who of refusedToAdd()) expect((await mark(who, null)).status).toBe(403)
        expect((await mark(stranger, null)).status).toBe(404)
        const other = kind === 'attachment_file' ? 'in_house_document' : 'attachment_file'
        const elsewhere = JSON.stringify({ [other]: { record_kind: null } })
        expect(
          (await world.send(staff, 'PATCH', `${kinds[other].url()}/${id}`, elsewhere, { 'content-type': 'application/json' })).status,
        ).toBe(404)
      })
    },
    add: () => {
      it('keeps the file byte for byte and says who, when and what', async () => {
        world.setNow('2026-11-24T15:30:00Z')
        const answer = await add(kind, staff)
        expect([answer.status, answer.body.message]).toEqual([201, `${noun}を登録しました。`])
        const [row] = (await list(kind, staff)).rows
        expect(row).toEqual({
          id: expect.any(Number),
          title: '管理規約',
          file_name: '管理規約_第3版.pdf',
          content_type: 'application/pdf',
          byte_size: pdf.length,
          created_at: '2026-11-25T00:30:00+09:00',
          user_name: '佐藤 花子',
          record_kind: null,
          file_url: expect.stringMatching(/^\/api\/files\//),
        })
        const file = await world.send(guest, 'GET', row!.file_url)
        expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf', 'content-length': String(pdf.length) } })
        expect(await eventsOf(`${kind}s.added`)).toMatchObject([{ actor_id: staff.id }])
      })
      it('takes the same upload twice as one document, and another under its id not at all', async () => {
        const uuid = randomUUID()
        const [first, second] = await Promise.all([add(kind, staff, { uuid }), add(kind, staff, { uuid })])
        expect([first.status, second.status]).toEqual([201, 201])
        expect((await list(kind, staff)).rows).toHaveLength(1)
        expect((await add(kind, staff, { uuid, bytes: png, fileName: 'a.png' })).status).toBe(409)
        expect(await keptFiles()).toHaveLength(1)
      })
      it('takes the title that was corrected before the same upload was sent again', async () => {
        const uuid = randomUUID()
        const { id } = await added(kind, staff, { uuid, title: '管理規役' })
        expect(await added(kind, staff, { uuid, title: '管理規約' })).toMatchObject({ id, title: '管理規約' })
        await added(kind, staff, { uuid, title: '管理規約' })
        expect((await list(kind, staff)).rows).toMatchObject([{ id, title: '管理規約' }])
        expect(await eventsOf(`${kind}s.updated`)).toMatchObject([{ actor_id: staff.id }])
      })
      it('refuses a missing title or file, and keeps nothing', async () => {
        expect((await add(kind, staff, { title: ' ' })).body.errors).toMatchObject({
          title: ['を入力してください'],
          full_messages: ['タイトルを入力してください'],
        })
        expect((await add(kind, staff, { title: 'あ'.repeat(101) })).body.errors).toHaveProperty('title')
        expect((await add(kind, staff, { noFile: true })).body.errors).toMatchObject({ full_messages: ['ファイルを選択してください'] })
        expect((await list(kind, staff)).rows).toEqual([])
        expect(await keptFiles()).toEqual([])
      })
      it('is refused to those whom the kind is not for, and is not there for other clients', async () => {
        for (const who of refusedToAdd()) expect((await add(kind, who)).status).toBe(403)
        expect((await add(kind, stranger)).status).toBe(404)
        expect((await add(kind, guest)).status).toBe(401)
        expect(await keptFiles()).toEqual([])
        for (const who of [operator].filter(each => !refusedToAdd().includes(each))) expect((await add(kind, who)).status).toBe(201)
      })
    },
    remove: () => {
      it('hides a document and keeps its bytes', async () => {
        const { id } = await added(kind)
        await added(kind, staff, { title: '残る' })
        for (const who of refusedToAdd()) expect((await world.send(who, 'DELETE', `${url()}/${id}`)).status).toBe(403)
        expect((await world.send(stranger, 'DELETE', `${url()}/${id}`)).status).toBe(404)
        const answer = await world.send(staff, 'DELETE', `${url()}/${id}`)
        expect([answer.status, answer.body.message]).toEqual([200, `${noun}を削除しました。`])
        expect((await list(kind, staff)).rows).toMatchObject([{ title: '残る' }])
        expect((await world.send(staff, 'DELETE', `${url()}/${id}`)).status).toBe(404)
        expect(await keptFiles()).toHaveLength(2)
        expect(await eventsOf(`${kind}s.hidden`)).toHaveLength(1)
      })
    },
  }
}

const building = tests('building_document')
describe('GET /api/buildings/:building_id/building_documents', building.list)
describe('POST /api/buildings/:building_id/building_documents', building.add)
describe('DELETE /api/buildings/:building_id/building_documents/:id', () => {
  building.remove()
  it('goes with its building', async () => {
    const { id } = await buildBuilding(world, client)
    expect((await add('building_document', staff, { url: `/api/buildings/${id}/building_documents` })).status).toBe(201)
    const manager = await buildUser(world, client, 'Staff_Admin')
    expect((await world.call(manager, 'DELETE /api/buildings/:id', { params: { id } })).status).toBe(200)
  })
})

const attachment = tests('attachment_file')
describe('GET /api/constructions/:construction_id/attachment_files', attachment.list)
describe('POST /api/constructions/:construction_id/attachment_files', () => {
  attachment.add()
  it.each([
    ['規約.pdf', pdf, 'application/pdf'],
    ['前に空白.pdf', Buffer.concat([Buffer.from('\r\n\r\n'), pdf]), 'application/pdf'],
    ['IMG_0012.JPG', jpeg, 'image/jpeg'],
    ['図.png', png, 'image/png'],
    ['工程表.xlsx', xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['議事録.docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('knows %s by what is in it', async (fileName, bytes, content_type) => {
    expect(await added('attachment_file', staff, { fileName, bytes })).toMatchObject({ content_type, file_name: fileName })
  })
  it('takes a name that leads elsewhere for a name only', async () => {
    const { file_name, file_url } = await added('attachment_file', staff, { fileName: '../../../etc/passwd\\..\\規約.pdf' })
    expect(file_name.includes('/')).toBe(false)
    expect(await world.send(guest, 'GET', file_url)).toMatchObject({ status: 200 })
    const rows = await world.inClient(client.id, db => db.selectFrom('files').select('storage_key').execute())
    for (const { storage_key } of rows) expect(storage_key).toMatch(/^\d+\/\d{8}-[\da-f-]{36}$/)
  })
  it('gives a name without extension the one of its kind', async () => {
    expect(await added('attachment_file', staff, { fileName: '名前だけ', bytes: png })).toMatchObject({ file_name: '名前だけ.png' })
  })
  it.each([
    ['偽物.pdf', Buffer.from('<html><script>alert(1)</script></html>'), 'file_kind_unknown'],
    ['空.pdf', Buffer.alloc(0), 'file_kind_unknown'],
    ['見出しだけ.pdf', Buffer.from('%PDF-1.7\n'), 'file_unreadable'],
    ['ページなし.pdf', Buffer.from('%PDF-1.7\n% an empty one\n%%EOF\n'), 'file_unreadable'],
    ['動画.mp4', Buffer.from('\u0000\u0000\u0000\u0018ftypmp42', 'latin1'), 'file_kind_unknown'],
    ['ただの圧縮.zip', zipOf({ 'memo.txt': 'x' }), 'file_kind_unknown'],
    ['圧縮.xlsx', zipOf({ 'memo.txt': 'x' }), 'file_kind_unknown'],
    ['古い.xls', Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]), 'file_kind_unknown'],
    ['切れた.xlsx', xlsx.subarray(0, xlsx.length - 30), 'file_unreadable'],
    ['マクロ.xlsx', zipOf({ '[Content_Types].xml': '', 'xl/workbook.xml': '', 'xl/vbaProject.bin': '' }), 'file_has_macros'],
    ['絵.pdf', png, 'file_misnamed'],
    ['実行.exe', pdf, 'file_misnamed'],
  ])('refuses %s and keeps nothing', async (fileName, bytes, code) => {
    const answer = await add('attachment_file', staff, { fileName, bytes })
    expect([answer.status, answer.body.code]).toEqual([422, code])
    expect(answer.body.errors?.['full_messages']?.[0]).toMatch(/^ファイル/)
    expect(await keptFiles()).toEqual([])
  })
  it('refuses more than 20 MB', async () => {
    const answer = await add('attachment_file', staff, { bytes: Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)]) })
    expect([answer.status, answer.body.errors?.['full_messages']]).toEqual([413, ['ファイルサイズは20MB以下にしてください。']])
    expect(await keptFiles()).toEqual([])
  })
})
describe('PATCH /api/constructions/:construction_id/attachment_files/:id', attachment.change)
describe('DELETE /api/constructions/:construction_id/attachment_files/:id', attachment.remove)

const inHouse = tests('in_house_document')
describe('GET /api/constructions/:construction_id/in_house_documents', inHouse.list)
describe('POST /api/constructions/:construction_id/in_house_documents', inHouse.add)
describe('PATCH /api/constructions/:construction_id/in_house_documents/:id', inHouse.change)
describe('DELETE /api/constructions/:construction_id/in_house_documents/:id', () => {
  inHouse.remove()
  it('reaches no document of another kind', async () => {
    const { id } = await added('attachment_file')
    expect((await world.send(staff, 'DELETE', `${kinds.in_house_document.url()}/${id}`)).status).toBe(404)
    expect((await list('attachment_file', staff)).rows).toHaveLength(1)
  })
})

const forResidents = tests('document')
describe('GET /api/constructions/:construction_id/documents', forResidents.list)
describe('POST /api/constructions/:construction_id/documents', forResidents.add)
describe('DELETE /api/constructions/:construction_id/documents/:id', forResidents.remove)

const ofFilings = tests('filing_file')
describe('GET /api/constructions/:construction_id/filings/:filing_id/filing_files', ofFilings.list)
describe('POST /api/constructions/:construction_id/filings/:filing_id/filing_files', ofFilings.add)
describe('DELETE /api/constructions/:construction_id/filings/:filing_id/filing_files/:id', ofFilings.remove)

describe('papers of a 届出・連絡', () => {
  it('are counted, are those of their own item alone, and go with it', async () => {
    const first = filingId
    const { id, file_url } = await added('filing_file', staff, { title: '着工届の受領書' })
    filingId = await addFiling()
    expect((await filings()).map(({ files }) => files)).toEqual([1, 0])
    expect((await list('filing_file', staff)).rows).toEqual([])
    expect((await world.send(staff, 'DELETE', `${kinds.filing_file.url()}/${id}`)).status).toBe(404)
    expect((await world.send(guest, 'GET', file_url)).status).toBe(200)
    const item = { params: { construction_id: construction.id, id: first } }
    expect((await world.call(staff, 'DELETE /api/constructions/:construction_id/filings/:id', item)).status).toBe(200)
    const left = await world.inClient(client.id, db => db.selectFrom('documents').select(['filing_id', 'discarded_at']).execute())
    expect(left).toEqual([{ filing_id: null, discarded_at: expect.any(Date) }])
    filingId = first
    expect((await list('filing_file', staff)).status).toBe(404)
    expect((await add('filing_file', staff)).status).toBe(404)
  })
  it('are not at the address of another construction', async () => {
    await added('filing_file')
    const other = await buildConstruction(world, client)
    const url = `/api/constructions/${other.id}/filings/${filingId}/filing_files`
    expect((await world.send(staff, 'GET', url)).status).toBe(404)
    expect((await add('filing_file', staff, { url })).status).toBe(404)
  })
})

interface Equipment {
  id: number
  file_url: string
  file_name: string
  registered_on: string
  user_name: string | null
  for_app: boolean
}
const equipments = () => `/api/constructions/${construction.id}/handling_equipments`
const addEquipment = (as: Caller, fields: Record<string, string>, bytes = pdf) => {
  const { body, headers } = multipart(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`handling_equipment[${name}]`, value])),
    { name: 'handling_equipment[file]', fileName: 'manual_v3.pdf', bytes },
  )
  return world.send(as, 'POST', equipments(), body, headers)
}
const listEquipments = async (as: Caller, search = '') => {
  const { status, body } = await world.send(as, 'GET', equipments() + search)
  return { status, rows: (body['handling_equipments'] ?? []) as Equipment[], total: body['total_count'] }
}
const params = () => ({ construction_id: construction.id })

describe('GET /api/constructions/:construction_id/handling_equipments', () => {
  it('shows craftsmen those for the app only, the office all of them', async () => {
    await addEquipment(staff, { file_name: '施工要領書', for_app: 'true' })
    await addEquipment(staff, { file_name: '取扱説明書', for_app: 'false' })
    for (const who of [staff, operator])
      expect((await listEquipments(who)).rows.map(row => row.file_name)).toEqual(['取扱説明書', '施工要領書'])
    expect((await listEquipments(craftsman)).rows).toMatchObject([{ file_name: '施工要領書', for_app: true }])
    expect((await listEquipments(await buildUser(world, client, 'Craftsman'))).status).toBe(404)
    expect((await listEquipments(stranger)).status).toBe(404)
    expect((await listEquipments(resident)).status).toBe(403)
  })
  it('comes all at once unless a page is asked for', async () => {
    for (let at = 0; at < 27; at += 1) await addEquipment(staff, { file_name: `説明書 ${at}` })
    expect((await listEquipments(staff)).rows).toHaveLength(27)
    expect(await listEquipments(staff, '?page=2')).toMatchObject({
      rows: [{ file_name: '説明書 1' }, { file_name: '説明書 0' }],
      total: 27,
    })
    const found = await listEquipments(staff, `?handling_equipment[file_name]=${encodeURIComponent('書 13')}&per_page=25`)
    expect(found).toMatchObject({ rows: [{ file_name: '説明書 13' }], total: 1 })
  })
})

describe('POST /api/constructions/:construction_id/handling_equipments', () => {
  it('keeps the file with its name, day, person and readers', async () => {
    world.setNow('2026-11-24T15:30:00Z')
    const answer = await addEquipment(staff, { file_name: 'インターホン取扱説明書', for_app: 'true' })
    expect([answer.status, answer.body.message]).toEqual([201, '取扱機器を登録しました。'])
    const [row] = (await listEquipments(staff)).rows
    expect(row).toEqual({
      id: expect.any(Number),
      file_name: 'インターホン取扱説明書',
      registered_on: '2026-11-25',
      user_name: '佐藤 花子',
      for_app: true,
      content_type: 'application/pdf',
      byte_size: pdf.length,
      file_url: expect.any(String),
    })
    expect(await world.send(guest, 'GET', row!.file_url)).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
  })
  it('is for residents unless marked, is one for the same upload, and refuses what is no document', async () => {
    const uuid = randomUUID()
    for (let time = 0; time < 2; time += 1) expect((await addEquipment(staff, { file_name: '説明書', uuid })).status).toBe(201)
    expect((await listEquipments(staff)).rows).toMatchObject([{ for_app: false }])
    expect((await addEquipment(staff, { file_name: '', for_app: 'maybe' })).body.errors).toMatchObject({
      file_name: ['を入力してください'],
    })
    expect((await addEquipment(staff, { file_name: '偽' }, Buffer.from('MZ'))).status).toBe(422)
    expect((await addEquipment(craftsman, { file_name: '説明書' })).status).toBe(403)
    expect((await addEquipment(stranger, { file_name: '説明書' })).status).toBe(404)
    expect((await addEquipment(operator, { file_name: '操作員から' })).status).toBe(201)
    expect(await keptFiles()).toHaveLength(2)
  })
})

describe('a manual that is sent again after its answer was lost', () => {
  it('has the name and the readers that were sent last, and stays hidden once it was', async () => {
    const uuid = randomUUID()
    const first = (await addEquipment(staff, { file_name: '説明所', for_app: 'false', uuid })).body['handling_equipment'] as Equipment
    const again = await addEquipment(staff, { file_name: '説明書', for_app: 'true', uuid })
    expect([again.status, again.body['handling_equipment']]).toMatchObject([201, { id: first.id, file_name: '説明書', for_app: true }])
    expect((await world.call(resident, 'GET /api/residents/handling_equipments')).body.handling_equipments).toEqual([])
    expect(await eventsOf('handling_equipments.updated')).toHaveLength(1)
    await world.call(staff, 'DELETE /api/constructions/:construction_id/handling_equipments/:id', { params: { ...params(), id: first.id } })
    expect((await addEquipment(staff, { file_name: '説明書', for_app: 'false', uuid })).status).toBe(404)
    expect((await listEquipments(staff)).rows).toEqual([])
  })
})

describe('PATCH /api/constructions/:construction_id/handling_equipments/:id', () => {
  it('changes the name and the readers, and leaves an event', async () => {
    const made = (await addEquipment(staff, { file_name: '説明書' })).body['handling_equipment'] as Equipment
    const change = (as: Caller, handling_equipment: object, id = made.id) =>
      world.call(as, 'PATCH /api/constructions/:construction_id/handling_equipments/:id', {
        params: { ...params(), id },
        body: { handling_equipment },
      })
    expect((await change(operator, { file_name: '施工要領書', for_app: true })).body).toMatchObject({
      message: '取扱機器を更新しました。',
      handling_equipment: { file_name: '施工要領書', for_app: true },
    })
    expect((await change(staff, { for_app: false })).body.handling_equipment).toMatchObject({ file_name: '施工要領書', for_app: false })
    expect((await listEquipments(staff)).rows).toMatchObject([{ file_name: '施工要領書', for_app: false }])
    expect((await change(staff, { file_name: '' })).body.errors).toMatchObject({ full_messages: ['資料名を入力してください'] })
    expect((await change(staff, { file_url: 'x' })).status).toBe(422)
    expect((await change(craftsman, { for_app: true })).status).toBe(403)
    expect((await change(stranger, { for_app: true })).status).toBe(404)
    expect((await change(staff, { for_app: true }, made.id + 99)).status).toBe(404)
    expect(await eventsOf('handling_equipments.updated')).toHaveLength(2)
  })
})

describe('DELETE /api/constructions/:construction_id/handling_equipments/:id', () => {
  it('hides a manual and keeps its bytes', async () => {
    const made = (await addEquipment(staff, { file_name: '説明書', for_app: 'true' })).body['handling_equipment'] as Equipment
    const remove = (as: Caller) => world.send(as, 'DELETE', `${equipments()}/${made.id}`)
    expect((await remove(craftsman)).status).toBe(403)
    expect((await remove(stranger)).status).toBe(404)
    expect((await remove(operator)).body.message).toBe('取扱機器を削除しました。')
    expect((await remove(staff)).status).toBe(404)
    for (const who of [staff, craftsman]) expect((await listEquipments(who)).rows).toEqual([])
    expect(await keptFiles()).toHaveLength(1)
  })
})

describe('pictures among documents', () => {
  const located = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#eee' } })
    .withExif({ IFD0: { Make: 'PhoneMaker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 38/1 0/1' } })
    .jpeg()
    .toBuffer()
  const fetched = async (file_url: string) => (await world.send(guest, 'GET', file_url)).raw
  const metadataOf = async (bytes: Buffer) => {
    const { width, exif } = await sharp(bytes).metadata()
    return { width, exif: exif !== undefined }
  }

  it('come as they were sent to the staff, and to residents without where they were taken', async () => {
    const { file_url } = await added('document', staff, { fileName: 'お知らせ.jpg', bytes: await located })
    expect((await fetched(file_url)).equals(await located)).toBe(true)
    const { body } = await world.call(resident, 'GET /api/residents/documents')
    expect(await metadataOf(await fetched(body.documents[0]!.file_url))).toEqual({ width: 1200, exif: false })
    // The link says which of the two it is for, and is signed.
    expect((await world.send(guest, 'GET', body.documents[0]!.file_url.replace('v.', '.'))).status).toBe(404)
  })

  it('come without it to craftsmen and operators', async () => {
    await added('attachment_file', staff, { fileName: '現地.jpg', bytes: await located })
    for (const who of [craftsman, operator])
      expect(await metadataOf(await fetched((await list('attachment_file', who)).rows[0]!.file_url))).toEqual({ width: 1200, exif: false })
  })

  it('of before have a view drawn by the daily work, and are shown to nobody but the staff until then', async () => {
    const { file_url } = await added('document', staff, { fileName: 'お知らせ.jpg', bytes: await located })
    await world.inClient(client.id, db => db.updateTable('files').set({ view_file_id: null }).execute())
    const seen = async () => (await world.call(resident, 'GET /api/residents/documents')).body.documents[0]!.file_url
    expect((await world.send(guest, 'GET', await seen())).status).toBe(404)
    expect((await world.send(guest, 'GET', file_url)).status).toBe(200)
    await drawMissingViews(world.platform)
    expect(await metadataOf(await fetched(await seen()))).toEqual({ width: 1200, exif: false })
    expect((await fetched(file_url)).equals(await located)).toBe(true)
  })
})

describe('GET /api/residents/documents', () => {
  it('shows the documents of the own construction, newest first, and their files', async () => {
    await added('document', staff, { title: '工事のお知らせ' })
    await added('document', staff, { title: '停電のお知らせ' })
    await added('attachment_file', staff, { title: '職人向け' })
    await added('in_house_document', staff, { title: '社内' })
    const other = await buildConstruction(world, client)
    await add('document', staff, { title: 'よその工事', url: `/api/constructions/${other.id}/documents` })
    const { body } = await world.call(resident, 'GET /api/residents/documents')
    expect(body.documents.map(document => document.title)).toEqual(['停電のお知らせ', '工事のお知らせ'])
    expect(body.documents[0]).not.toHaveProperty('user_name')
    expect(await world.send(guest, 'GET', body.documents[0]!.file_url)).toMatchObject({ status: 200 })
    for (const who of [staff, craftsman, operator, guest]) expect((await world.call(who, 'GET /api/residents/documents')).status).toBe(401)
  })
})

describe('GET /api/residents/handling_equipments', () => {
  it('shows the manuals of the own construction that are not for the app', async () => {
    await addEquipment(staff, { file_name: '施工要領書', for_app: 'true' })
    await addEquipment(staff, { file_name: '取扱説明書' })
    const { body } = await world.call(resident, 'GET /api/residents/handling_equipments')
    expect(body.handling_equipments).toMatchObject([{ file_name: '取扱説明書', user_name: '佐藤 花子' }])
    expect(await world.send(guest, 'GET', body.handling_equipments[0]!.file_url)).toMatchObject({ status: 200 })
    const theirs = await buildConstruction(world, client)
    const neighbour = await buildResident(world, client, theirs.rooms[0]!.id, { name: '隣人' })
    expect((await world.call(neighbour, 'GET /api/residents/handling_equipments')).body.handling_equipments).toEqual([])
    expect((await world.call(staff, 'GET /api/residents/handling_equipments')).status).toBe(401)
  })
})
