import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { formatDayLong, formatBriefing, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { comparePosting } from '@toguchi/domain/rooms/posting-order'
import { renderSVG } from 'uqr'
import { toDay } from '../platform/clock.ts'
import { originOf } from '../platform/hosts.ts'
import { setJobProgress } from '../platform/job-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { openAuthenticationCode } from '../residents/residents.ts'
import { findSheetConstruction, listSheetRooms, type SheetConstruction, type SheetRoom } from './queries.ts'
import type { PrintJob, Printed } from './printer.ts'
import { renderTypst } from './render-typst.ts'

export type SheetKind = 'information' | 'decision'

export interface SheetsInput {
  construction_id: number
  kind: SheetKind
  /** Absent: every dwelling. */
  room_ids?: readonly number[]
}

/** Whose sheets are printed. A date that nobody has agreed to is not decided: its dwelling gets no decision sheet. */
export const sheetRoomsOf = (rooms: readonly SheetRoom[], kind: SheetKind, only?: readonly number[]): SheetRoom[] => {
  const asked = only && new Set(only)
  return rooms.filter(room => (kind !== 'decision' || room.confirmed) && (!asked || asked.has(room.id)))
}

/** The distribution sheets: a page per dwelling in posting order, QR and code on each (D-03, D-04, D-31). */
export const printSheets = async (platform: Platform, { id, client_id, input, total }: PrintJob): Promise<Printed> => {
  const { construction_id, kind, room_ids } = input as unknown as SheetsInput
  const { construction, rooms } = await platform.pool.read(client_id, async db => ({
    construction: await findSheetConstruction(db, client_id, construction_id),
    rooms: await listSheetRooms(db, client_id, construction_id),
  }))
  if (!construction) throw new Error('the construction is gone')
  const printed = sheetRoomsOf(rooms, kind, room_ids)
  const data = sheetData(platform, construction, printed.toSorted(comparePosting), kind)
  await platform.pool.write(null, db => setJobProgress(db, id, Math.floor(total / 2)))
  const bytes = await renderTypst('distribution-sheet.typ', data)
  const fileName = `${kind === 'information' ? '工事案内' : '決定案内'}_${construction.manage_no ?? construction.id}.pdf`
  return { bytes, fileName, contentType: 'application/pdf' }
}

const sheetData = (platform: Platform, construction: SheetConstruction, rooms: readonly SheetRoom[], kind: SheetKind) => {
  const origin = originOf(platform.settings.apiHostTemplate, construction.client_cd)
  const url = (room: SheetRoom) =>
    `${origin}/residents/clients/${construction.client_uuid}/constructions/${construction.uuid}/rooms/${room.uuid}/authentication_code`
  const decided = kind === 'decision'
  return {
    title: decided ? `${construction.name ?? '工事'} 実施日のお知らせ` : `${construction.name ?? '工事'} のお知らせと日程のご案内`,
    building: construction.building_name,
    association: construction.owners_association ?? '',
    printed_on: formatDayLong(toDay(platform.now())),
    greeting: greetingOf(construction, decided),
    date_heading: decided ? 'お宅の工事日（決定）' : 'お宅の工事日（予定）',
    duration:
      construction.time_per_unit === null
        ? ''
        : `作業時間の目安：約${construction.time_per_unit}分（訪問は前後30分ほどずれることがあります）`,
    rows: rowsOfSheet(construction, decided),
    phone: platform.settings.callCenterPhone,
    phone_note: '受付 平日9:00〜17:00',
    issuer: [construction.prime_contractor ?? construction.client_name, construction.management_company ?? '']
      .filter(text => text !== '')
      .join('　／　'),
    manage_no: construction.manage_no ?? '',
    rooms: rooms.map((room, at) => ({
      name: room.name,
      date: room.date === null ? '日程調整中です' : formatDayLong(room.date),
      time: room.start_at === null || room.end_at === null ? '' : formatTimeFrameForResident(room.start_at, room.end_at),
      code: formatAuthenticationCode(openAuthenticationCode(platform, room.ciphertext)),
      url: url(room),
      // The QR holds an address and never the code: a photographed QR alone opens nothing (D-03).
      qr: renderSVG(url(room), { ecc: 'M', border: 2 }),
      page: `${at + 1} / ${rooms.length}`,
    })),
  }
}

const greetingOf = (construction: SheetConstruction, decided: boolean): string => {
  const decision =
    construction.owners_association_decided_on === null
      ? ''
      : `${formatDayLong(construction.owners_association_decided_on)}の${construction.owners_association ?? '管理組合'}の決議にもとづき、`
  return decided
    ? '先日ご案内した工事の日程が決まりましたので、お知らせいたします。当日はご協力をお願いいたします。'
    : `${decision}各住戸の室内に入っておこなう工事を予定しています。下の日時でご都合がよいかご確認ください。`
}

const rowsOfSheet = (construction: SheetConstruction, decided: boolean) => [
  {
    head: 'お部屋への入室',
    body: `作業員が室内に入ります。担当は ${construction.contractors.join('、') || construction.client_name} です。名札と腕章を着用してうかがいます。`,
  },
  { head: 'お願いしたい準備', body: '玄関とインターホン（室内の機器）のまわり約1mの荷物を移動しておいてください。' },
  {
    head: '不在の場合',
    body: '代理の方の立会いでもかまいません。どなたもいらっしゃらないときは日程をあらためますので、必ずご連絡ください。',
  },
  { head: '費用', body: '工事の費用はかかりません。ご希望の方だけのオプション工事は有料です。' },
  ...(construction.briefing_session_at === null || decided
    ? []
    : [{ head: '工事説明会', body: formatBriefing(construction.briefing_session_at) }]),
  ...(construction.schedule_change_end_on === null || decided
    ? []
    : [{ head: '日程変更の締切', body: `${formatDayLong(construction.schedule_change_end_on)}まで。締切後はお電話でご相談ください。` }]),
]
