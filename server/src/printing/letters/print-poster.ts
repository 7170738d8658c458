import { formatDayLong } from '@toguchi/domain/calendar/day'
import { composeLetter, type WrittenTexts } from '@toguchi/domain/printing/letters'
import { toDay } from '../../platform/clock.ts'
import { originOf } from '../../platform/http/hosts.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PrintJob, Printed } from '../printer.ts'
import { findSheetConstruction, type SheetConstruction } from '../queries.ts'
import { qrPicture } from '../qr-picture.ts'
import { renderTypst } from '../render-paper.ts'
import { contactOf, leastDensity, letterDay, letterValuesOf, noRoom, sendersOf, worksOf } from './letter-values.ts'
import { workingMonths } from './working-months.ts'
import { findWrittenTexts } from './written-texts.ts'

/** The poster for the notice board: nobody's name, no room and no code; its QR leads to the choice of one's room (D-03, feature 8). */
export const printPoster = async (platform: Platform, { client_id, input }: PrintJob<{ construction_id: number }>): Promise<Printed> => {
  const { construction_id } = input
  const { construction, written } = await platform.pool.read(client_id, async db => ({
    construction: await findSheetConstruction(db, client_id, construction_id),
    written: await findWrittenTexts(db, client_id, construction_id, 'poster'),
  }))
  if (!construction) throw new Error('the construction is gone')
  const bytes = await renderTypst(platform, posterTemplate, posterData(platform, construction, written), { mostPages: 1 })
  return { bytes, fileName: `掲示用ポスター_${construction.manage_no ?? construction.id}.pdf`, contentType: 'application/pdf' }
}

export const posterTemplate = 'letters/poster.typ'

/** What poster.typ draws. */
export const posterData = (
  platform: Platform,
  construction: SheetConstruction,
  written: WrittenTexts,
  density: number = leastDensity.printed,
) => {
  const { client_cd, client_uuid, uuid } = construction
  const url = `${originOf(platform.settings.apiHostTemplate, client_cd)}/residents/clients/${client_uuid}/constructions/${uuid}/room_select`
  const { phone, hours } = contactOf(platform, construction)
  const today = toDay(platform.now())
  return {
    building: construction.building_name,
    dated_on: formatDayLong(letterDay('poster', construction, today)),
    until: construction.privately_area_end_on === null ? '' : `${formatDayLong(construction.privately_area_end_on)}まで掲示`,
    months: workingMonths(construction, today),
    title: worksOf(construction),
    letter: composeLetter('poster', written, letterValuesOf(platform, construction, 'poster', noRoom)),
    ...qrPicture(url),
    phone,
    phone_note: `受付 ${hours}`,
    issuer: sendersOf(construction).join('　／　'),
    manage_no: construction.manage_no ?? '―',
    least: density,
  }
}
