import type { ClientId, ResidentActor } from '@toguchi/domain/access/actor'
import { priceInTax } from '@toguchi/domain/money/tax'
import { isCodeSession } from '../authentication-codes/authentication-codes.ts'
import { listOffered, presentOwnOrders } from '../orders/orders.ts'
import type { Db } from '../platform/database/database.ts'
import { signInFirst } from '../platform/http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { findSheetConstruction, letterValuesOf, noRoom } from '../printing/printing.ts'
import { findOwnRoom, presentConstruction } from '../residents/residents.ts'
import type { Dwelling } from './answering/dwelling.ts'
import { findRoundingRule, listReadable } from './queries.ts'

/** Everything the chatbot may say of the own dwelling: what the resident's pages and letter say, by the same reads. */
export const readDwelling = async (platform: Platform, db: Db, actor: ResidentActor, accountSessionId: number): Promise<Dwelling> => {
  const room = await findOwnRoom(db, actor)
  if (!room) throw signInFirst()
  const { client_id: clientId, construction_id: constructionId } = room
  const { documents, equipments } = await listReadable(db, clientId, constructionId)
  return {
    own: presentConstruction(platform, room),
    letter: await wordsOf(platform, db, clientId, constructionId),
    // The code alone sees date and presence (D-33).
    sale: (await isCodeSession(db, actor, accountSessionId)) ? null : await readSale(platform, db, actor, clientId),
    documents,
    equipments,
  }
}

const readSale = async (platform: Platform, db: Db, actor: ResidentActor, clientId: ClientId): Promise<Dwelling['sale']> => {
  const rounding = await findRoundingRule(db, clientId)
  const offered = await listOffered(db, clientId, actor.constructionId, actor.roomId)
  const orders = await presentOwnOrders(db, actor, platform.now())
  return {
    options: offered.map(({ option_name, price }) => ({ option_name, price_in_tax: priceInTax(price, rounding) })),
    orders: orders.map(order => ({ ...order, option_names: order.order_details.map(({ option_name }) => option_name) })),
  }
}

/** The words of the construction's letter; who reads has reached the construction. */
const wordsOf = async (platform: Platform, db: Db, clientId: ClientId, constructionId: number): Promise<Dwelling['letter']> => {
  const construction = await findSheetConstruction(db, clientId, constructionId)
  if (!construction) throw signInFirst()
  // As a letter of today says them.
  return letterValuesOf(platform, construction, 'reminder', noRoom)
}

/** Whom to call, and when, as the letter says it. */
export const contactOf = async (platform: Platform, db: Db, clientId: ClientId, constructionId: number) => {
  const { 電話番号: phone, 受付時間: hours } = await wordsOf(platform, db, clientId, constructionId)
  return { phone, hours }
}
