import type { ClientId, OfficeActor } from '@toguchi/domain/access/actor'
import { addDays, instantOf } from '@toguchi/domain/calendar/day'
import type { LetterDocument, WrittenTexts } from '@toguchi/domain/printing/letters'
import type { DrawnSheet } from '@toguchi/domain/printing/letters-contract'
import { toDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { findSheetConstruction, type SheetConstruction } from '../queries.ts'
import { drawSheet } from '../render-paper.ts'
import { leastDensity } from './letter-values.ts'
import { slipData, slipOf, slipTemplate } from './print-absence-slip.ts'
import { posterData, posterTemplate } from './print-poster.ts'
import { agreedOf, sheetData, sheetTemplate, urlsOf, visitOf } from './print-sheets.ts'
import { type ClientOfLetters, findClientOfLetters, findLongestRoom, type RoomOfSample } from './queries.ts'

/** What a letter is drawn of while it is written. */
export interface LetterSample {
  construction: SheetConstruction
  /** The room with the longest name, and its visit. */
  room: RoomOfSample
}

const nobodysUuid = '00000000-0000-4000-8000-000000000000'

/** A construction, with the room that takes most space; of the client (null) one that is none and says something everywhere. */
export const findLetterSample = async (db: Db, clientId: ClientId, constructionId: number | null, now: Date): Promise<LetterSample> => {
  if (constructionId === null) {
    const client = await findClientOfLetters(db, clientId)
    if (!client) throw notFound()
    const works = sampleConstruction(now)
    return { construction: { ...works, ...client }, room: sampleRoom('1203', works.privately_area_start_on) }
  }
  const construction = await findSheetConstruction(db, clientId, constructionId)
  if (!construction) throw notFound()
  return {
    construction,
    room: (await findLongestRoom(db, clientId, constructionId)) ?? sampleRoom('101', construction.privately_area_start_on),
  }
}

const sampleRoom = (name: string, date: string | null): RoomOfSample => ({
  name,
  date,
  start_at: '09:00',
  end_at: '12:00',
  status: 'waiting',
})

const sampleConstruction = (now: Date): Omit<SheetConstruction, keyof ClientOfLetters> => {
  const inDays = (days: number) => addDays(toDay(now), days)
  return {
    id: 0,
    uuid: nobodysUuid,
    name: 'インターホン設備更新工事',
    manage_no: '見本-001',
    building_name: '見本マンション',
    management_company: '見本管理株式会社',
    owners_association: '見本マンション管理組合',
    owners_association_decided_on: inDays(-60),
    prime_contractor: null,
    contractors: ['見本電気工業株式会社'],
    places: ['玄関子機', '住宅情報盤'],
    time_per_unit: 60,
    privately_area_start_on: inDays(42),
    privately_area_end_on: inDays(62),
    privately_area_holidays: [],
    preparation_days: [],
    information_distribution_on: inDays(7),
    time_frames: [
      { start_at: '09:00', end_at: '12:00' },
      { start_at: '13:00', end_at: '17:00' },
    ],
    schedule_change_end_on: inDays(21),
    decision_guide_distribution_on: null,
    briefing_session_at: instantOf(inDays(14), '10:00'),
    detail_schedule_completed_at: now,
    offers_options: true,
    water_limit: '10時〜12時は水が出ません',
    power_limit: '13時から約10分間、停電します',
    toilet_limit: '10時〜12時は使用できません',
    noise_limit: '9時〜17時に、穴あけの音が出ます',
    lift_limit: '9時〜10時は1号機を使用できません',
    cost_note: null,
    clearing_note: null,
    key_place: '1階管理室',
    key_hours: null,
    contact_phone: null,
    contact_hours: null,
  }
}

/** A dwelling that ordered something, so that the decision is drawn with all it may say. */
const sampleAgreement = { presence_method: 'self', proxy_name: null, options: ['見本のオプション'], collect_on_the_day: 10_000 } as const

/** No code of anybody is read for a sample. */
const sampleCode = '0000-0000'
/** No dwelling has it: there is no 0 in an address. */
const sampleAddress = '000000'

/** A letter with these texts as it would be printed: its first page, and how many there are and by how many lines it is too long when it may not be written any smaller. */
export const drawLetter = (
  platform: Platform,
  caller: OfficeActor,
  document: LetterDocument,
  written: WrittenTexts,
  sample: LetterSample,
): Promise<DrawnSheet> => drawSheet(platform, caller, paperOf(platform, document, written, sample))

const paperOf = (platform: Platform, document: LetterDocument, written: WrittenTexts, { construction, room }: LetterSample) => {
  const density = leastDensity.saved
  if (document === 'poster') return { template: posterTemplate, data: posterData(platform, construction, written, density) }
  const today = toDay(platform.now())
  if (document === 'absence_slip') {
    const slips = [slipOf(platform, construction, { room: room.name, token: 'mihon0000000000000000m', address: sampleAddress })]
    return {
      template: slipTemplate,
      data: slipData(platform, construction, { slips, visited_at: null, visit_on: today }, written, density),
    }
  }
  const page = {
    name: room.name,
    ...visitOf(room),
    ...agreedOf(sampleAgreement),
    code: sampleCode,
    ...urlsOf(platform, construction, sampleAddress),
    standing: 'open' as const,
    // Room for the line is kept also by texts that are written before anybody was moved.
    said_before: document === 'decision' ? visitOf(room).date : '',
    change_until: null,
    owner: null,
  }
  return { template: sheetTemplate, data: sheetData(platform, construction, [page], document, written, density) }
}
