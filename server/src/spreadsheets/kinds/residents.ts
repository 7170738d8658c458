import { genderLabels, ownOrRentLabels, residentLabels as labels } from '@toguchi/domain/residents/labels'
import { occupancies } from '@toguchi/domain/rooms/occupancy/occupancy'
import { residents } from '@toguchi/domain/residents/contract'
import { readChoice, readCode, readPhone, readRoomName, readText } from '@toguchi/domain/spreadsheets/read-cell'
import { z } from 'zod'
import { changeOccupancies, closedOccupancies, occupanciesOf } from '../../rooms/rooms.ts'
import { listResidentsOfRooms, writeResidents } from '../../residents/residents.ts'
import { sheetKind } from '../sheet-kind.ts'
import { occupancyColumn } from './occupancy-column.ts'
import { roomHeadings } from './room-headings.ts'

const form = residents['PATCH /api/constructions/:construction_id/rooms/:room_id/resident'].body.shape.resident

const personFields = ['name', 'name_kana', 'phone', 'email', 'gender', 'own_or_rent'] as const

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
      synonyms: ['名前', 'お名前', '契約者', '契約者名', '居住者名', '居住者'],
      read: readText,
      blankKeeps: true,
      width: 22,
      example: '髙﨑 太郎',
      note: '空欄の項目は変更されません。',
    },
    {
      key: 'name_kana',
      heading: labels.name_kana,
      synonyms: ['カナ', 'フリガナ', 'ふりがな', '氏名カナ', 'お名前カナ'],
      read: readText,
      blankKeeps: true,
      width: 22,
      example: 'タカサキ タロウ',
      note: 'ひらがなでもかまいません。',
    },
    {
      key: 'phone',
      heading: labels.phone,
      synonyms: ['電話', 'TEL', '携帯', '携帯電話', '連絡先'],
      read: readPhone,
      blankKeeps: true,
      example: '090-1234-5678',
    },
    {
      key: 'email',
      heading: labels.email,
      synonyms: ['メール', 'E-mail', 'Email'],
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
  ],
  form: form.extend({ room: z.string(), occupancy: z.enum(occupancies).nullish() }),
  keys: ['room'],
  noNewRows: 'は部屋構成にありません',
  vacantWithout: 'resident_id',
  besideVacant: ['occupancy'],
  list: ({ db, actor, constructionId }, lock) => listResidentsOfRooms(db, actor.clientId, constructionId, lock),
  check: (_, changes) => Promise.resolve(closedOccupancies(changes)),
  save: async ({ platform, db, actor, constructionId, now }, changes) => {
    const people = changes.filter(({ before, after }) =>
      personFields.some(name => after[name] !== undefined && after[name] !== (before?.[name] ?? null)),
    )
    await writeResidents(platform, db, actor, constructionId, people, now)
    await changeOccupancies({ platform, db, actor, constructionId }, occupanciesOf(changes))
  },
})
