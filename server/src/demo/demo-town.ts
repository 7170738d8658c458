import { addDays, instantOf, todayInTokyo } from '@toguchi/domain/calendar/day'
import { hashPassword } from '../platform/secrets.ts'
import type { Observing } from '../platform/observing/observing.ts'
import type { ServerSettings } from '../platform/settings.ts'
import { buildFirstCompany, buildOtherCompany, buildPlatformPeople, type Company } from './companies.ts'
import {
  answerOnTheWeb,
  answerThroughStaff,
  clockTo,
  closeRoom,
  frames,
  moveIn,
  planSchedule,
  registerBuilding,
  registerConstruction,
  rescheduleRoom,
  type Town,
  workInRoom,
} from './constructions.ts'
import { askForPapers, buildFinishedJob } from './finished-job.ts'
import { keepPapers, keepPapersForResidents, photographCommonArea } from './papers.ts'
import { demoUid, type Door, onlyPapers, openDoor, type Person } from './door.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import { orderOptions } from './orders.ts'
import { keepWishes, planAhead } from './planning.ts'
import { deleteSessionsNamed, setPublicUuids, settleMails } from './queries.ts'
import { noteSupport } from './support.ts'
import { buildTower } from './tower.ts'

export interface DemoOptions {
  databaseUrl: string
  dataDir: string
  settings: ServerSettings
  progress: (line: string) => void
  /** Who watches it being built; nobody unless said. */
  observing?: Observing
}

/** Where resident01 and resident02 live; the same in every demo town, so that documents and tests can name it. */
const demoUuids = {
  client: '00000001-0001-4001-8001-000000000001',
  construction: '00000002-0001-4001-8001-000000000001',
  rooms: ['00000003-0001-4001-8001-000000000001', '00000003-0001-4001-8001-000000000002', '00000003-0001-4001-8001-000000000003'],
} as const

/**
 * Builds the demo town (G-ACC-27): three companies, eight buildings from 12 to 300 dwellings, and constructions in every state, with
 * dates around today. Everything that has an endpoint goes through it, with the clock set to when it would have happened.
 */
export const buildDemoTown = async ({ settings, progress, observing }: DemoOptions): Promise<void> => {
  const jobs = await startJobs(settings.databaseSessionUrl, { onError: error => progress(String(error)) })
  const door = await openDoor(settings, onlyPapers(jobs), observing)
  try {
    const digest = await hashPassword('Password1')
    const real = new Date()
    const today = todayInTokyo(real)
    door.setNow(instantOf(addDays(today, -12), '09:00'))
    progress('企業とアカウント')
    const { admin, operatorId } = await buildPlatformPeople(door, digest)
    const company = await buildFirstCompany(door, admin, digest)
    const town: Town = { door, company, today }
    progress('完了した工事')
    const finished = await buildFinishedJob(town)
    progress('残工事のある工事')
    await buildRemaining(town)
    progress('施工中の工事')
    await buildInProgress(town, await door.enter('operator', null, operatorId, company.cd))
    progress('居住者の受付中の工事')
    await buildAccepting(town, digest)
    progress('300戸のタワー')
    await buildTower(town)
    await buildPlanned(town)
    progress('ほかの企業')
    await buildNeighbours(town, admin, digest)
    door.setNow(real)
    await informClients(door, admin, today)
    await askForPapers(town, finished)
    await settle(door, company, real)
    await door.platform.pool.write(null, db => deleteSessionsNamed(db, demoUid))
  } finally {
    await door.close()
  }
}

/** What the platform says on the dashboards of all its clients. */
const informClients = (door: Door, admin: Person, today: string) =>
  door.call(admin, 'POST', '/api/admin/informations', {
    information: {
      kind: 'add',
      title: '工事写真台帳を作成できるようになりました',
      body: '工事の「資料」から、工事写真台帳をPDFとExcelで作成できます。',
      client_ids: null,
      starts_on: today,
      ends_on: addDays(today, 30),
    },
  })

/** Mails of weeks ago have long been sent. */
const settle = (door: Door, { clientId }: Company, now: Date) => door.platform.pool.write(clientId, db => settleMails(db, clientId, now))

const buildRemaining = async (town: Town) => {
  clockTo(town, -12)
  const buildingId = await registerBuilding(town, {
    name: 'シティハイム元町',
    name_kana: 'シティハイムモトマチ',
    zipcode: '2310861',
    address: '神奈川県横浜市中区元町4-168',
    management_company: '横浜合同管理',
    manager: '西村 節子',
    floors: 6,
    perFloor: 4,
  })
  const id = await registerConstruction(town, {
    name: '自動火災報知設備更新工事',
    manageNo: 'T-26-0093',
    buildingId,
    start: -10,
    end: -3,
    houses: 24,
    crews: [0, 1],
  })
  const rooms = await planSchedule(town, id, { frames: frames(2), order: '下から横' })
  await moveIn(town, rooms, () => ({}))
  for (const room of rooms) await answerThroughStaff(town, id, room, room.id % 2 === 0 ? 'tel' : 'paper', '本人')
  const absent = new Set([5, 13, 20])
  const later = instantOf(addDays(town.today, 4), '13:00')
  for (const [at, room] of rooms.entries()) {
    if (at === 5) await rescheduleRoom(town, id, room, '不在', later, '二度訪問したが応答なし。不在票を投函')
    else if (at === 13) await rescheduleRoom(town, id, room, '機器不良', null, '感知器の在庫切れ。部材手配中')
    else if (at === 20) await rescheduleRoom(town, id, room, '拒否', null, '在宅勤務中のため入室辞退。日を改めて相談')
    else await completeQuickly(town, id, room.id)
  }
  clockTo(town, -2)
  for (const [at, room] of rooms.entries()) if (!absent.has(at) && at < 18) await closeRoom(town, id, room)
}

/** Completed by staff from the paper report: its photos are in the paper. */
const completeQuickly = async ({ door, company }: Town, constructionId: number, roomId: number) => {
  await door.call(company.staff, 'POST', `/api/constructions/${constructionId}/rooms/${roomId}/completion`, {
    room: {
      digital_sign: null,
      sign_omitted_reason: '紙の確認書に署名済み',
      photos_omitted_reason: '紙の写真台帳で提出済み',
      special_report: null,
      completion_comment: null,
    },
  })
}

const buildInProgress = async (town: Town, operator: Person) => {
  const { today } = town
  clockTo(town, -12)
  const buildingId = await registerBuilding(town, {
    name: 'グランドメゾン青葉台',
    name_kana: 'グランドメゾンアオバダイ',
    zipcode: '1530042',
    address: '東京都目黒区青葉台2-19-10',
    management_company: '東都コミュニティ株式会社',
    manager: '福田 正雄',
    floors: 5,
    perFloor: 8,
  })
  const id = await registerConstruction(town, {
    name: 'インターホン設備更新工事',
    manageNo: 'T-26-0107',
    buildingId,
    start: -4,
    end: 6,
    houses: 40,
    crews: [0, 1],
  })
  // Today is a working day of this site whatever the calendar says: somebody opens the demo on a Sunday.
  await town.door.call(town.company.staff, 'PATCH', `/api/constructions/${id}`, {
    form_type: 'overall_schedule',
    construction: { privately_area_holidays: [addDays(today, 5)] },
  })
  await keepPapers(town, id, buildingId)
  await photographCommonArea(town, id)
  clockTo(town, -12)
  const rooms = await planSchedule(town, id, { frames: frames(2) })
  const people = await moveIn(town, rooms.slice(0, 34), at =>
    at % 3 === 0 ? { registered_at: instantOf(addDays(today, -10), '21:00'), email: `aobadai${at}@example.jp` } : {},
  )
  for (const [at, room] of rooms.slice(0, 34).entries()) {
    if (at % 3 === 0) await answerOnTheWeb(town, people.get(room.id) ?? 0)
    else await answerThroughStaff(town, id, room, at % 3 === 1 ? 'tel' : 'paper', at % 5 === 0 ? '家族' : '本人')
  }
  await town.door.call(town.company.staff, 'PATCH', `/api/constructions/${id}/rooms/${rooms[36]?.id}`, {
    room: { high_priority: true, construction_remarks: '夜勤のため午後の訪問を希望' },
  })
  await orderOptions(
    town,
    id,
    rooms.slice(20, 26).map(room => room.id),
  )
  await noteSupport(town, operator, { buildingId, constructionId: id, rooms })
  for (const [at, room] of rooms.filter(one => one.date < today).entries()) {
    if (at === 7) await rescheduleRoom(town, id, room, '不在', null, 'ベル2回・電話1回。10分待機して退出')
    else await workInRoom(town, id, room)
  }
  const first = rooms.find(room => room.date === today)
  if (first) await workInRoom(town, id, first)
}

/** Residents are answering just now: resident01 and resident02 live here, and a third dwelling still waits with its letter. */
const buildAccepting = async (town: Town, digest: string) => {
  const { door, company, today } = town
  clockTo(town, -11)
  const buildingId = await registerBuilding(town, {
    name: 'パークハイツ世田谷壱番館',
    name_kana: 'パークハイツセタガヤイチバンカン',
    zipcode: '1540004',
    address: '東京都世田谷区太子堂4-1-1',
    management_company: '世田谷ライフサポート',
    manager: '岡田 和子',
    floors: 10,
    perFloor: 6,
  })
  const id = await registerConstruction(town, {
    name: 'インターホン設備更新工事',
    manageNo: 'T-26-0121',
    buildingId,
    start: 20,
    end: 40,
    houses: 60,
    crews: [0, 1],
  })
  const rooms = await planSchedule(town, id, { frames: frames(2) })
  await planAhead(town, id, { shares: [1, 1], away: [[], [11]], spareDays: 3 })
  await keepPapersForResidents(town, id)
  const byName = rooms.toSorted((one, other) => one.name.localeCompare(other.name, 'ja', { numeric: true }))
  const [first, second, third] = byName
  if (!first || !second || !third) return
  await door.platform.pool.write(company.clientId, db =>
    setPublicUuids(
      db,
      company.clientId,
      { id, uuid: demoUuids.construction },
      [first, second, third].map((room, at) => ({ id: room.id, uuid: demoUuids.rooms[at] ?? '' })),
      demoUuids.client,
    ),
  )
  const agreed = instantOf(addDays(today, -9), '19:30')
  const named = { agreed_at: agreed, registered_at: agreed, password_digest: digest }
  await moveIn(town, [first, second], at =>
    at === 0
      ? {
          ...named,
          login_id: 'resident01',
          name: '鈴木 一郎',
          name_kana: 'スズキ イチロウ',
          email: 'resident01@example.jp',
          phone: '09012345678',
        }
      : { ...named, login_id: 'resident02', name: null, name_kana: null, phone: null },
  )
  clockTo(town, -8)
  const others = byName.slice(3, 36)
  const people = await moveIn(town, others, at =>
    at % 3 === 0 ? { registered_at: agreed, agreed_at: agreed, email: `setagaya${at}@example.jp` } : {},
  )
  for (const [at, room] of others.entries()) {
    clockTo(town, -8 + (at % 6), `${String(9 + (at % 9)).padStart(2, '0')}:20`)
    if (at % 3 === 0) await answerOnTheWeb(town, people.get(room.id) ?? 0)
    else await answerThroughStaff(town, id, room, at % 3 === 1 ? 'tel' : 'paper', '本人')
  }
  clockTo(town, -2)
  await keepWishes(town, id, byName.slice(36, 42))
  // Known to the management company, and not heard of yet: some can be written to, some only called.
  const unheard = byName.slice(42, 54)
  await moveIn(town, unheard, at =>
    at % 3 === 0 ? { email: `okusawa${at}@example.jp` } : at % 3 === 1 ? {} : { phone: `0334${String(210_000 + at * 137)}` },
  )
  clockTo(town, -1, '10:30')
  await door.call(company.staff, 'POST', `/api/constructions/${id}/answer_reminders`, {
    answer_reminder: { room_ids: unheard.map(room => room.id) },
  })
}

const buildPlanned = async (town: Town) => {
  clockTo(town, -3)
  const buildingId = await registerBuilding(town, {
    name: 'メゾン・ド・横浜山手',
    name_kana: 'メゾン・ド・ヨコハマヤマテ',
    zipcode: '2310862',
    address: '神奈川県横浜市中区山手町27-5',
    management_company: '横浜合同管理',
    manager: '藤井 陽子',
    floors: 6,
    perFloor: 3,
  })
  await registerConstruction(town, {
    name: '消防用設備点検',
    manageNo: 'T-26-0135',
    type: 'inspection',
    buildingId,
    start: 34,
    end: 36,
    houses: 18,
    timePerUnit: 15,
  })
  const drains = await registerConstruction(town, {
    name: '排水管更新工事',
    manageNo: 'T-27-0002',
    buildingId,
    start: 90,
    end: 120,
    houses: 18,
    timePerUnit: 240,
  })
  // A riser is opened for all its dwellings at once: six floors are a day's work.
  await planSchedule(town, drains, {
    frames: [
      { start_at: '09:00', end_at: '12:00', frame_number: 3 },
      { start_at: '13:00', end_at: '17:00', frame_number: 3 },
    ],
    complete: false,
  })
  await planAhead(town, drains, { unit: 'stack', shares: [3], away: [[4, 5]], spareDays: 1 })
}

const buildNeighbours = async (town: Town, admin: Person, digest: string) => {
  const names = [
    ['002', '湘南リニューアル株式会社', '湘南リニューアル', 'ライオンズコート藤沢', 'ライオンズコートフジサワ'],
    ['900', '多摩ビルサービス株式会社', '多摩ビルサービス', '調布サンハイツ', 'チョウフサンハイツ'],
  ] as const
  for (const [cd, name, short, building, kana] of names) {
    clockTo(town, -10)
    const company: Company = await buildOtherCompany(town.door, admin, digest, cd, name, short)
    const theirs: Town = { ...town, company }
    const buildingId = await registerBuilding(theirs, {
      name: building,
      name_kana: kana,
      zipcode: '2510025',
      address: '神奈川県藤沢市鵠沼石上2-8-3',
      management_company: `${short}管理`,
      manager: '青木 勇',
      floors: 4,
      perFloor: 6,
    })
    const id = await registerConstruction(theirs, {
      name: 'インターホン設備更新工事',
      manageNo: `${cd}-0001`,
      buildingId,
      start: 15,
      end: 25,
      houses: 24,
    })
    await planSchedule(theirs, id, { frames: frames(2) })
    await settle(town.door, company, new Date())
  }
}
