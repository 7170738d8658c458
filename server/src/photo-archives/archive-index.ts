import { formatInstant } from '@toguchi/domain/calendar/day'
import { photoTimingLabels } from '@toguchi/domain/photos/labels'
import { pictureLabelOf } from '@toguchi/domain/photos/picture-formats'
import type { Replaced } from '@toguchi/domain/photo-archives/standard-characters'
import { neutralise } from '@toguchi/domain/spreadsheets/formula-text'
import { linesOf } from '../photos/photos.ts'
import { writeCsv } from '../spreadsheets/spreadsheets.ts'
import type { ArchiveRow } from './queries.ts'

/** What became of a photo: in the zip, or why not. */
export interface Entry {
  /** Of the file in the zip; empty where it is not. */
  path: string
  state: string
  replaced?: readonly Replaced[]
}

const headings = [
  'ファイル名',
  '状態',
  '物件',
  '棟',
  '部屋',
  '撮影箇所',
  '施工時期',
  '撮影日時',
  '撮影者',
  '施工業者',
  '黒板',
  '原本の形式',
  '原本のSHA-256',
] as const

/** A → B, each once. */
const replacedText = (replaced: readonly Replaced[]): string =>
  [...new Set(replaced.map(({ from, to }) => `${from}→${to === '' ? '（なし）' : to}`))].join('、')

/** The rows of index.csv as they are added: one a photo, also of those that are not in the zip. */
export const archiveIndex = (withReplaced: boolean) => {
  const lines: string[][] = [[...headings, ...(withReplaced ? ['置き換えた文字'] : [])]]
  return {
    add: (row: ArchiveRow, { path, state, replaced = [] }: Entry) =>
      void lines.push([
        path,
        state,
        row.building_name,
        row.block_name ?? '',
        row.room_name ?? '共用部',
        row.place_name,
        photoTimingLabels[row.timing],
        formatInstant(row.filming_at),
        row.uploaded_by ?? '',
        row.own_contractor ?? row.contractor_name ?? '',
        row.use_electronic_signboard && !row.signboard_hidden
          ? linesOf(row)
              .map(({ label, value }) => `${label}：${value}`)
              .join(' ／ ')
          : '',
        pictureLabelOf(row.content_type),
        row.sha256.toString('hex'),
        ...(withReplaced ? [replacedText(replaced)] : []),
      ]),
    /** A photo of which nothing is known any more. */
    addGone: (uuid: string) => void lines.push(['', `削除されたため入っていません（${uuid}）`]),
    bytes: (): Buffer => {
      const width = lines[0]?.length ?? 0
      return Buffer.from(writeCsv(lines.map(line => [...line, ...Array<string>(width - line.length).fill('')].map(neutralise))), 'utf8')
    },
  }
}
