import { formatDayLong } from '@toguchi/domain/calendar/day'
import { toDay } from '../platform/clock.ts'
import { originOf } from '../platform/http/hosts.ts'
import type { Platform } from '../platform/platform.ts'
import type { PrintJob, Printed } from './printer.ts'
import { findSheetConstruction, type SheetConstruction } from './queries.ts'
import { qrPicture } from './qr-picture.ts'
import { renderTypst } from './render-typst.ts'
import { crewsOf, invitationOf, issuerOf, phoneHours } from './sheet-texts.ts'

/** The poster for the notice board: nobody's name, no room and no code; its QR leads to the choice of one's room (D-03, feature 8). */
export const printPoster = async (platform: Platform, { client_id, input }: PrintJob<{ construction_id: number }>): Promise<Printed> => {
  const { construction_id } = input
  const construction = await platform.pool.read(client_id, db => findSheetConstruction(db, client_id, construction_id))
  if (!construction) throw new Error('the construction is gone')
  const { client_cd, client_uuid, uuid } = construction
  const url = `${originOf(platform.settings.apiHostTemplate, client_cd)}/residents/clients/${client_uuid}/constructions/${uuid}/room_select`
  const bytes = await renderTypst('poster.typ', {
    building: construction.building_name,
    printed_on: formatDayLong(toDay(platform.now())),
    heading: '工事のお知らせ',
    title: construction.name ?? '工事',
    greeting:
      'お部屋の中（専有部）でおこなう工事です。日程は各住戸にお届けした案内状でご確認ください。ご不便をおかけしますが、ご協力をお願いいたします。',
    rows: posterRows(construction, platform.now()),
    ...qrPicture(url),
    phone: platform.settings.callCenterPhone,
    phone_note: phoneHours,
    issuer: issuerOf(construction),
    manage_no: construction.manage_no ?? '―',
  })
  return { bytes, fileName: `掲示用ポスター_${construction.manage_no ?? construction.id}.pdf`, contentType: 'application/pdf' }
}

const posterRows = (construction: SheetConstruction, now: Date): { head: string; body: string; large: boolean }[] => {
  const { privately_area_start_on: start, privately_area_end_on: end } = construction
  return [
    ...(start === null || end === null
      ? []
      : [{ head: '工事期間', body: `${formatDayLong(start)} 〜 ${formatDayLong(end)}`, large: true }]),
    ...(construction.schedule_change_end_on === null
      ? []
      : [{ head: '日程変更の締切', body: formatDayLong(construction.schedule_change_end_on), large: true }]),
    ...invitationOf(construction, now).map(row => ({ ...row, large: true })),
    { head: '作業する会社', body: `${crewsOf(construction)}（名札と腕章を着用しています）`, large: false },
    ...(construction.time_per_unit === null ? [] : [{ head: '1戸あたりの時間', body: `約${construction.time_per_unit}分`, large: false }]),
    ...(construction.owners_association === null ? [] : [{ head: '管理組合', body: construction.owners_association, large: false }]),
  ]
}
