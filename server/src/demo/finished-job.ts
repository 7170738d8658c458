import { addDays, instantOf } from '@toguchi/domain/calendar/day'
import { photoTimings } from '@toguchi/domain/photos/labels'
import { placePosition } from '@toguchi/domain/photos/required-photos'
import {
  answerOnTheWeb,
  answerThroughStaff,
  clockTo,
  closeRoom,
  type DemoCompletion,
  type DemoRoom,
  frames,
  moveIn,
  planSchedule,
  registerBuilding,
  registerConstruction,
  type Town,
  workInRoom,
} from './constructions.ts'
import { keepFinishedPapers, sayWorkKind, signboardContractor } from './papers.ts'
import { personName } from './people.ts'
import { drawSitePhoto } from './pictures.ts'

/**
 * A job that is over, with everything its papers are made of: reports with measured values, signed and corrected, photos with boards.
 * Returns its construction's id.
 */
export const buildFinishedJob = async (town: Town): Promise<number> => {
  clockTo(town, -12)
  const buildingId = await registerBuilding(town, {
    name: 'コーポラス多摩川',
    name_kana: 'コーポラスタマガワ',
    zipcode: '1580094',
    address: '東京都世田谷区玉川3-12-6',
    management_company: '多摩管理サービス',
    manager: '清水 昭',
    floors: 3,
    perFloor: 4,
  })
  const id = await registerConstruction(town, {
    name: 'インターホン設備更新工事',
    manageNo: 'T-26-0081',
    buildingId,
    start: -11,
    end: -6,
    houses: 12,
  })
  await nameOwners(town, id)
  await turnOnBoards(town, id)
  await keepFinishedPapers(town, id)
  const template = await buildTemplate(town)
  const rooms = await planSchedule(town, id, { frames: frames(2) })
  const people = await moveIn(town, rooms, at =>
    at % 3 === 0 ? { registered_at: instantOf(addDays(town.today, -12), '20:00'), email: `tamagawa${at}@example.jp` } : {},
  )
  for (const [at, room] of rooms.entries())
    await (at % 3 === 0
      ? answerOnTheWeb(town, people.get(room.id) ?? 0)
      : answerThroughStaff(town, id, room, at % 3 === 1 ? 'tel' : 'paper', '本人'))
  await photographEntrance(town, id)
  for (const [at, room] of rooms.entries()) {
    await fillIn(town, id, room, template, at)
    await workInRoom(town, id, room, completionOf(room, at))
  }
  clockTo(town, -5, '16:20')
  const corrected = rooms[7]
  if (corrected) await correctSerial(town, id, corrected, template)
  clockTo(town, -5, '17:30')
  for (const room of rooms) await closeRoom(town, id, room)
  return id
}

/** Its photo ledger and its completion book: they are made by the server, as those of others. */
export const askForPapers = async ({ door, company }: Town, constructionId: number): Promise<void> => {
  await door.call(company.staff, 'POST', `/api/constructions/${constructionId}/photo_ledger`, {})
  await door.call(company.staff, 'POST', `/api/constructions/${constructionId}/completion_book`, {})
}

interface Template {
  id: number
  items: Readonly<Record<string, number>>
}

const choice = (name: string, ...answers: string[]) => ({
  name,
  required: true,
  completion_report_item_units_attributes: answers.map((answer, at) => ({ name: answer, is_default: at === 0 })),
})

/** What an intercom fitter ticks off, measures and writes down. */
const buildTemplate = async ({ door, company }: Town): Promise<Template> => {
  const { completion_report } = await door.call<{
    completion_report: { id: number; completion_report_items: { id: number; name: string }[] }
  }>(company.staff, 'POST', '/api/completion_reports', {
    completion_report: {
      name: 'インターホン設備更新 完了報告書',
      remarks: '住宅情報盤と玄関子機を更新する工事に使います。',
      completion_report_items_attributes: [
        choice('玄関子機の呼出し・通話', '良', '否'),
        choice('集合玄関機からの呼出し・解錠', '良', '否'),
        choice('火災警報の移報試験', '良', '否', '対象外'),
        choice('既設機器の撤去・回収', '済', '未'),
        { name: '絶縁抵抗', kind: 'number', unit_name: 'MΩ' },
        { name: '通電電圧', kind: 'number', unit_name: 'V' },
        { name: '親機の製造番号', kind: 'text' },
      ],
    },
  })
  return {
    id: completion_report.id,
    items: Object.fromEntries(completion_report.completion_report_items.map(({ id, name }) => [name, id])),
  }
}

const serialOf = (room: DemoRoom): string => `TG26-${String(40_000 + ((room.id * 317) % 9_999))}`

/** The template is chosen for the room and the measured values are written down; what is ticked stays as it begins. */
const fillIn = async ({ door, company }: Town, constructionId: number, room: DemoRoom, { id, items }: Template, at: number) => {
  const url = `/api/constructions/${constructionId}/rooms/${room.id}/completion_report`
  door.setNow(instantOf(room.date, room.startAt))
  const { completion_report } = await door.call<{ completion_report: { lock_version: number } }>(company.craftsman, 'GET', url)
  await door.call(company.craftsman, 'PATCH', url, {
    completion_report: {
      completion_report_id: id,
      lock_version: completion_report.lock_version,
      results_attributes: [
        { completion_report_item_id: items['絶縁抵抗'], value_number: 20 + ((at * 7) % 30) },
        { completion_report_item_id: items['通電電圧'], value_number: 100.5 + (at % 4) / 2 },
        { completion_report_item_id: items['親機の製造番号'], value_text: serialOf(room) },
      ],
    },
  })
}

/** Most residents sign themselves; one had signed on paper, and some doors have something to tell of. */
const completionOf = (room: DemoRoom, at: number): DemoCompletion => ({
  signer_name: personName(room.id + at),
  ...(at % 5 === 2 ? { signer_relation: 'family' as const } : {}),
  ...(at === 9
    ? { digital_sign: null, sign_omitted_reason: '端末の電池切れのため紙の確認書に署名いただき、管理室で保管しています。' }
    : {}),
  ...(specialReports[at] === undefined ? {} : { special_report: specialReports[at] }),
  ...(at % 4 === 3 ? { completion_comment: '取扱説明書をお渡しし、操作方法をご説明しました。' } : {}),
})

const specialReports: Readonly<Record<number, string>> = {
  1: '壁紙に既存のはがれがあることを、施工前に居住者様にご確認いただきました。',
  4: '親機の裏の配線が短く、50センチ延長しました。',
  10: '既設の取付穴が合わず、化粧プレートで覆いました。居住者様の了承済みです。',
}

/** The office found a slip of the pen: what was signed stays readable beside it. */
const correctSerial = async ({ door, company }: Town, constructionId: number, room: DemoRoom, { items }: Template) => {
  const url = `/api/constructions/${constructionId}/rooms/${room.id}/completion_report`
  const { completion_report } = await door.call<{ completion_report: { lock_version: number } }>(company.staff, 'GET', url)
  await door.call(company.staff, 'PATCH', url, {
    completion_report: {
      lock_version: completion_report.lock_version,
      results_attributes: [{ completion_report_item_id: items['親機の製造番号'], value_text: serialOf(room).replace('TG26', 'TG26B') }],
    },
  })
}

/** A board on every photo, with the company that did the work. */
const turnOnBoards = async (town: Town, constructionId: number): Promise<void> => {
  await town.door.call(town.company.staff, 'PATCH', `/api/constructions/${constructionId}`, {
    form_type: 'photography_places',
    construction: {
      use_electronic_signboard: true,
      electronic_signboard_type: 'board',
      electronic_signboard_contractor_id: await signboardContractor(town),
    },
  })
  await sayWorkKind(town, constructionId)
}

/** Whose works they are, as covers and delivery papers say it. */
const nameOwners = ({ door, company }: Town, constructionId: number) =>
  door.call(company.staff, 'PATCH', `/api/constructions/${constructionId}`, {
    form_type: 'representative',
    construction: { owners_association: 'コーポラス多摩川管理組合' },
  })

/** The entrance before, during and after, as the crew found and left it. */
const photographEntrance = async ({ door, company, today }: Town, constructionId: number): Promise<void> => {
  const url = `/api/constructions/${constructionId}`
  const { construction } = await door.call<{ construction: { common_photography_places: { id: number }[] } }>(company.staff, 'GET', url)
  for (const { id } of construction.common_photography_places)
    for (const [at, timing] of photoTimings.entries()) {
      const filmedAt = instantOf(addDays(today, -12 + at), '10:20')
      door.setNow(filmedAt)
      await door.photo(
        company.craftsman,
        `${url}/common_area_images`,
        'common_area_image',
        { position: placePosition(id), timing, filming_at: filmedAt.toISOString() },
        await drawSitePhoto(1, timing, 40 + at, filmedAt),
      )
    }
}
