import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import type { SpreadsheetKind } from '@toguchi/domain/spreadsheets/labels'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildBuilding, buildClient, buildUser, type BuiltClient, type BuiltPerson } from '../../test/build.ts'
import { multipart } from '../../test/multipart.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const world = await openWorld()
let client: BuiltClient
let staff: BuiltPerson

beforeEach(async () => {
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff_Admin')
})

const csv = (lines: readonly (readonly string[])[]) => Buffer.from(lines.map(line => line.join(',')).join('\r\n'))

const post = (
  as: Caller,
  kind: string,
  path: string,
  bytes: Buffer,
  fields: Record<string, string> = {},
  query = '',
  fileName = '一覧.csv',
) => {
  const { body, headers } = multipart(fields, { name: 'spreadsheet[file]', fileName, bytes })
  return world.send(as, 'POST', `/api/spreadsheets/${kind}${path}${query}`, body, headers)
}
const rehearse = async (kind: SpreadsheetKind, bytes: Buffer, query = '', as: Caller = staff) => {
  const answer = await post(as, kind, '/rehearsal', bytes, {}, query)
  expect(answer.body).toHaveProperty('preview')
  return answer.body['preview'] as SpreadsheetPreview
}
describe('POST /api/spreadsheets/:kind/rehearsal', () => {
  it('says of every row what would become of it, and does nothing', async () => {
    const known = await buildBuilding(world, client, { name: '太子堂ハイツ' })
    const file = csv([
      ['住所', '物件名', '物件コード', '電話番号', 'メモ'],
      ['東京都世田谷区太子堂1-2-3', '太子堂ハイツ新館', known.cd, '', ''],
      ['神奈川県川崎市1', '髙﨑ビル①', '', '０３（１２３４）５６７８', ''],
      ['', '住所なし', '', '12', ''],
    ])
    const preview = await rehearse('buildings', file)
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
    expect((await world.call(staff, 'GET /api/buildings')).body.buildings).toMatchObject([{ name: '太子堂ハイツ' }])
  })
})
