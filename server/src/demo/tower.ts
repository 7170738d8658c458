import { addDays, instantOf } from '@toguchi/domain/calendar/day'
import {
  answerOnTheWeb,
  answerThroughStaff,
  clockTo,
  completeSchedule,
  type DemoRoom,
  frames,
  moveIn,
  planSchedule,
  registerBuilding,
  registerConstruction,
  type Town,
} from './constructions.ts'
import { orderOptions } from './orders.ts'
import { keepWishes, planAhead } from './planning.ts'

/** 300 dwellings that three crews visit in a month; their letters came four days ago, and half of them have answered. */
export const buildTower = async (town: Town): Promise<void> => {
  clockTo(town, -6)
  const buildingId = await registerBuilding(town, {
    name: 'ブリーズベイタワー東雲',
    name_kana: 'ブリーズベイタワーシノノメ',
    zipcode: '1350062',
    address: '東京都江東区東雲1-9-31',
    management_company: '湾岸タワーマネジメント株式会社',
    manager: '遠藤 清',
    floors: 30,
    perFloor: 10,
    floorStart: 2,
  })
  const id = await registerConstruction(town, {
    name: '給水管更生・インターホン更新工事',
    manageNo: 'T-26-0130',
    buildingId,
    start: 24,
    end: 62,
    houses: 300,
    crews: [0, 1, 2],
    timePerUnit: 45,
    closed: [10],
    prepares: true,
  })
  const rooms = await planSchedule(town, id, { frames: frames(5), complete: false })
  await planAhead(town, id, { shares: [2, 2, 1], away: [[], [22, 23], [21]], spareDays: 5 })
  await completeSchedule(town, id)
  await receiveAnswers(town, id, rooms)
}

type Answer = 'web' | 'tel' | 'paper' | 'visit' | 'wish' | null

/** What a hundred households do in the first days: most of those who answer tap the link, the older ones call or send the slip back. */
const mixture: readonly (readonly [answer: Answer, of100: number])[] = [
  ['web', 22],
  ['tel', 10],
  ['wish', 14],
  ['paper', 5],
  ['visit', 1],
  [null, 48],
]
/** 37 and 100 have no divisor in common: every hundred rooms hold each answer as often as it says, and neighbours differ. */
const answerAt = (at: number): Answer => {
  let place = (at * 37) % 100
  for (const [answer, of100] of mixture) {
    if (place < of100) return answer
    place -= of100
  }
  return null
}

const receiveAnswers = async (town: Town, id: number, rooms: readonly DemoRoom[]) => {
  const people = await moveIn(town, rooms, at => {
    const registered = answerAt(at) === 'web' ? instantOf(addDays(town.today, -4 + (at % 2)), '20:30') : undefined
    return {
      ...(registered === undefined ? {} : { registered_at: registered, agreed_at: registered, email: `shinonome${at}@example.jp` }),
      // The caretaker's list has no number for some.
      ...(at % 8 === 5 ? { phone: null } : {}),
    }
  })
  const answered = rooms.map((room, at) => ({ room, at, answer: answerAt(at) }))
  const thatSaid = (kind: Answer) => answered.filter(({ answer }) => answer === kind)
  clockTo(town, -2, '09:40')
  for (const { room } of thatSaid('web')) await answerOnTheWeb(town, people.get(room.id) ?? 0)
  clockTo(town, -2, '15:40')
  for (const { room, at, answer } of answered)
    if (answer === 'tel' || answer === 'paper' || answer === 'visit')
      await answerThroughStaff(town, id, room, answer, at % 4 === 0 ? '家族' : '本人')
  clockTo(town, -1, '10:15')
  await keepWishes(
    town,
    id,
    thatSaid('wish').map(({ room }) => room),
  )
  await orderOptions(
    town,
    id,
    thatSaid('web').flatMap(({ room }, at) => (at % 4 === 1 ? [room.id] : [])),
    3,
  )
}
