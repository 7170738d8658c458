import { CellForm } from '@toguchi/domain/rooms/composition-contract'
import { occupancies } from '@toguchi/domain/rooms/occupancy/occupancy'
import { readCount, readRoomName, readText } from '@toguchi/domain/spreadsheets/read-cell'
import { z } from 'zod'
import { checkRoomRows, listRoomRows, saveRoomRows } from '../../rooms/rooms.ts'
import { sheetKind } from '../sheet-kind.ts'
import { occupancyColumn } from './occupancy-column.ts'
import { roomHeadings } from './room-headings.ts'

const place = z.int().min(1).max(200).nullish()

/** Rooms of a construction are known by their number, which is unique over its wings. A file adds rooms and moves them. */
export const roomsSheet = sheetKind({
  columns: () => [
    {
      key: 'name',
      heading: '部屋番号',
      synonyms: roomHeadings,
      required: true,
      read: readRoomName,
      example: '203',
      note: '全角数字や「号室」が付いていても読み取れます。',
    },
    {
      key: 'block',
      heading: '棟名',
      synonyms: ['棟'],
      read: readText,
      blankKeeps: true,
      example: 'A棟',
      note: '棟が1つのときは空欄でかまいません。',
    },
    {
      key: 'floor',
      heading: '階',
      synonyms: ['階数', 'フロア'],
      read: readCount('階'),
      blankKeeps: true,
      width: 10,
      example: '2',
      note: '空欄のときは部屋番号から決めます（203なら2階）。',
    },
    {
      key: 'col',
      heading: '列',
      read: readCount('列目'),
      blankKeeps: true,
      width: 10,
      example: '3',
      note: '階の中で何番目か。空欄のときは部屋番号から決めます。',
    },
    occupancyColumn,
  ],
  form: z.strictObject({
    name: CellForm.shape.name.min(1),
    block: z.string().max(20).nullish(),
    floor: place,
    col: place,
    occupancy: z.enum(occupancies).nullish(),
  }),
  keys: ['name'],
  savesTogether: true,
  list: ({ db, actor, constructionId }, lock) => listRoomRows(db, actor, constructionId, lock),
  check: ({ db, actor, constructionId }, changes) => checkRoomRows(db, actor, constructionId, changes),
  save: ({ platform, db, actor, constructionId }, changes) => saveRoomRows(platform, db, actor, constructionId, changes),
})
