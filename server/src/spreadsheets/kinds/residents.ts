import { genderLabels, ownOrRentLabels, residentLabels as labels } from '@toguchi/domain/residents/labels'
import { CellForm } from '@toguchi/domain/rooms/composition-contract'
import { roomLabels } from '@toguchi/domain/rooms/labels'
import { occupancies, occupancyLabels, occupancyFieldLabels } from '@toguchi/domain/rooms/occupancy/occupancy'
import { residents } from '@toguchi/domain/residents/contract'
import { type Cell, forComparison, readChoice, readCode, readPhone, readRoomName, readText } from '@toguchi/domain/spreadsheets/read-cell'
import { z } from 'zod'
import {
  changeOccupancies,
  changeRemarks,
  checkRoomRows,
  closedOccupancies,
  closedRemarks,
  listRoomRows,
  occupanciesOf,
  saveRoomRows,
} from '../../rooms/rooms.ts'
import { listResidentsOfRooms, writeResidents } from '../../residents/residents.ts'
import { optionalMultilineText } from '@toguchi/domain/http/fields'
import { type RereadRow, type SheetContext, sheetKind } from '../sheet-kind.ts'
import { occupancyColumn } from './occupancy-column.ts'
import { kanaHeadings, mailHeadings, nameHeadings, phoneHeadings } from './person-headings.ts'
import { roomHeadings } from './room-headings.ts'

const form = residents['PATCH /api/constructions/:construction_id/rooms/:room_id/resident'].body.shape.resident

const personFields = ['name', 'name_kana', 'phone', 'email', 'gender', 'own_or_rent'] as const

const vacantWords = new Set(
  ['空室', '空き', '空き室', '空部屋', '空き部屋', '空家', '空き家', '空', 'あき'].flatMap(word => [word, `(${word})`]),
)
const isVacantWord = (cell: Cell | undefined): cell is string => typeof cell === 'string' && vacantWords.has(forComparison(cell))

/** 「空室」 where a name belongs is nobody's name: the dwelling stands empty, unless its own column says otherwise. */
const vacantByName = (cells: Readonly<Record<string, Cell>>): RereadRow | null => {
  const { name, occupancy } = cells
  if (!isVacantWord(name)) return null
  const said = readChoice(occupancyLabels)(occupancy ?? null)
  if ('value' in said && said.value !== null && said.value !== 'vacant')
    return {
      refusal: { key: 'name', text: `は「${name.trim()}」ですが、${occupancyFieldLabels.occupancy}の列は空室ではありません` },
    }
  return {
    cells: { name: null, name_kana: null, occupancy: occupancyLabels.vacant },
    note: { text: `${labels.name}の「${name.trim()}」を、${occupancyFieldLabels.occupancy}の空室として読みました` },
  }
}

interface NamedPerson {
  name?: string | null | undefined
  name_kana?: string | null | undefined
}

/** A name that is another now beside the kana of the person before, or the other way round: two people in one row (another company's list lacks a column). */
const mixedPeople = (before: NamedPerson, after: NamedPerson) => {
  const isOther = (field: keyof NamedPerson) => forComparison(before[field] ?? '') !== forComparison(after[field] ?? '')
  if (!before.name || !before.name_kana || isOther('name') === isOther('name_kana')) return []
  const [changes, stays] = isOther('name') ? (['name', 'name_kana'] as const) : (['name_kana', 'name'] as const)
  return [{ key: changes, text: `が変わりますが、${labels[stays]}は「${after[stays] ?? ''}」のままです`, doubtful: true as const }]
}

/** Residents of a construction are known by their room. The list has every room, so that names are filled in where they belong. */
export const residentsSheet = sheetKind({
  columns: () => [
    {
      key: 'room',
      heading: '部屋番号',
      synonyms: roomHeadings,
      required: true,
      read: readRoomName,
      example: '203',
      note: '部屋構成にある部屋番号。「203号室」でもかまいません。',
    },
    {
      key: 'name',
      heading: labels.name,
      synonyms: nameHeadings,
      read: readText,
      blankKeeps: true,
      width: 22,
      example: '髙﨑 太郎',
      note: '空欄の項目は変更されません。',
    },
    {
      key: 'name_kana',
      heading: labels.name_kana,
      synonyms: kanaHeadings,
      read: readText,
      blankKeeps: true,
      width: 22,
      example: 'タカサキ タロウ',
      note: 'ひらがなでもかまいません。',
    },
    {
      key: 'phone',
      heading: labels.phone,
      ...phoneHeadings,
      read: readPhone,
      blankKeeps: true,
      example: '090-1234-5678',
    },
    {
      key: 'email',
      heading: labels.email,
      synonyms: mailHeadings,
      read: readCode,
      blankKeeps: true,
      width: 30,
      example: 'taro@example.jp',
    },
    {
      key: 'gender',
      heading: labels.gender,
      read: readChoice(genderLabels),
      write: gender => genderLabels[gender as keyof typeof genderLabels],
      choices: Object.values(genderLabels),
      blankKeeps: true,
      width: 10,
      example: genderLabels.male,
    },
    {
      key: 'own_or_rent',
      heading: labels.own_or_rent,
      read: readChoice(ownOrRentLabels),
      write: value => ownOrRentLabels[value as keyof typeof ownOrRentLabels],
      choices: Object.values(ownOrRentLabels),
      blankKeeps: true,
      example: ownOrRentLabels.own,
    },
    occupancyColumn,
    {
      key: 'room_remarks',
      heading: roomLabels.room_remarks,
      synonyms: ['備考', 'メモ', '備考欄', '摘要', '特記事項'],
      read: readText,
      blankKeeps: true,
      width: 30,
      example: 'ベビーベッドあり',
      note: '社内と職人が見る備考です。居住者には見えません。',
    },
  ],
  form: form.extend({
    room: CellForm.shape.name.min(1),
    occupancy: z.enum(occupancies).nullish(),
    room_remarks: optionalMultilineText(1000).optional(),
  }),
  keys: ['room'],
  noNewRows: 'は部屋構成にありません',
  vacantWithout: 'resident_id',
  besideVacant: ['occupancy', 'room_remarks'],
  reread: vacantByName,
  doubts: mixedPeople,
  list: async (context, lock) => {
    const { db, actor, constructionId, withRooms } = context
    // The whole grid is saved with the rooms that are added, and so is held before any of them.
    if (withRooms) await listRoomRows(db, actor, constructionId, lock)
    return listResidentsOfRooms(db, actor.clientId, constructionId, lock)
  },
  check: async (context, changes) =>
    new Map([...closedOccupancies(changes), ...closedRemarks(changes), ...(await roomsWithoutPlace(context, changes))]),
  save: async (context, listed) => {
    const { platform, db, actor, constructionId, now } = context
    const changes = await withRoomsAdded(context, listed)
    const people = changes.filter(({ before, after }) =>
      personFields.some(name => after[name] !== undefined && after[name] !== (before?.[name] ?? null)),
    )
    await writeResidents(platform, db, actor, constructionId, people, now)
    await changeOccupancies({ platform, db, actor, constructionId }, occupanciesOf(changes))
    await changeRemarks({ platform, db, actor, constructionId }, changes)
  },
})

const noPlaceText = '部屋番号だけでは部屋構成のどこに追加するか決まりません。先に部屋のExcel取込で追加してください'
const newRoom = (room: string) => ({ before: null, after: { name: room } })

/** Rooms that are to be added and find no place in the grid, by their place in `changes`. */
const roomsWithoutPlace = async (
  { db, actor, constructionId }: SheetContext,
  changes: readonly { before: object | null; after: { room: string } }[],
) => {
  const added = changes.flatMap(({ before, after: { room } }, at) => (before === null ? [{ at, room }] : []))
  if (added.length === 0) return []
  const refusals = await checkRoomRows(
    db,
    actor,
    constructionId,
    added.map(({ room }) => newRoom(room)),
  )
  return [...refusals.keys()].map(place => [added[place]?.at ?? 0, { key: 'room', text: noPlaceText }] as const)
}

/** The rows with the rooms that were there already, and those that were added for them. */
const withRoomsAdded = async <Before extends { room: string }, After extends { room: string }>(
  { platform, db, actor, constructionId }: SheetContext,
  changes: readonly { before: Before | null; after: After }[],
) => {
  const added = changes.filter(({ before }) => before === null)
  if (added.length > 0)
    await saveRoomRows(
      platform,
      db,
      actor,
      constructionId,
      added.map(({ after: { room } }) => newRoom(room)),
    )
  const known = added.length === 0 ? [] : await listResidentsOfRooms(db, actor.clientId, constructionId, false)
  const rooms = new Map(known.map(row => [row.room, row]))
  return changes.map(({ before, after }) => ({ before: before ?? rooms.get(after.room) ?? null, after }))
}
