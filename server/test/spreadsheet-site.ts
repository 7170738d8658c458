import { mostRows, type SpreadsheetKind } from '@toguchi/domain/spreadsheets/labels'
import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import { expect } from 'vitest'
import { buildBuilding, buildClient, buildConstruction, buildContractor, buildResident, buildUser } from './build.ts'
import { multipart } from './multipart.ts'
import type { Caller, World } from './world.ts'
import { rowsOf } from '../src/platform/database/rows.ts'
import type { FileRow } from '../src/file-reader/file-reader.ts'
import { readWorkbook } from '../src/file-reader/read-workbook.ts'

/** Lines of a CSV file in UTF-8: cells without commas and quotes. */
export const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
export const within = (kind: string, id: number) => (kind === 'rooms' || kind === 'residents' ? `?construction_id=${id}` : '')
export const sentences = ({ rows }: SpreadsheetPreview) => rows.flatMap(({ errors = [] }) => errors.map(({ text }) => text))
export const sheetOf = async (raw: Buffer): Promise<FileRow['cells'][]> => {
  const rows: FileRow['cells'][] = []
  for await (const row of readWorkbook(raw, mostRows)) rows.push(row.cells)
  return rows
}

/** A company with a construction of six rooms, whose lists go out and come in. */
export const buildSpreadsheetSite = async (world: World) => {
  const client = await buildClient(world)
  const staff = await buildUser(world, client, 'Staff_Admin')
  const construction = await buildConstruction(world, client, { floors: 2, perFloor: 3 })
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
  const rehearse = async (kind: SpreadsheetKind, bytes: Buffer, as: Caller = staff, fields: Record<string, string> = {}) => {
    const answer = await post(as, kind, '/rehearsal', bytes, fields)
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
      return csv('氏名,氏名（カナ）,部屋番号,電話番号', '新 太郎,,101号室,', '髙﨑 花子,たかさき ﾊﾅｺ,１０２,9012345678', '誰か,,999,')
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
  const takeAway = (as: Caller, kind: string, { query = '', ...body }: { query?: string; format?: string; ids?: number[] } = {}) =>
    world.send(as, 'POST', `/api/spreadsheets/${kind}/file${query}`, JSON.stringify(body), { 'content-type': 'application/json' })
  return { client, staff, construction, post, rehearse, take, lookAndTake, ask, traces, samples, takeAway }
}
export type SpreadsheetSite = Awaited<ReturnType<typeof buildSpreadsheetSite>>
