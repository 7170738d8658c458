import { nameForComparison } from '@toguchi/domain/rooms/room-names'
import { toFullWidthKatakana } from '@toguchi/domain/text/kana'

const roomNumber = /^[a-z]{0,3}-?\d{1,5}[a-z]?$/i
/** A building's name with the room's number right behind it: 世田谷壱番館202. */
const buildingAndRoom = /^(.*[^\x20-\x7e])([a-z]{0,3}-?\d{1,5}[a-z]?)$/i

/** What Japanese keyboards write for a dash, between letters and digits of a number. */
const dashes = /(?<=[a-z\d])[\p{Pd}−─ー](?=[a-z\d])/giu

/** The words of a search for a dwelling as they compare, without 号室; a building and its room need no blank between them. */
export const wordsOfDwelling = (keyword: string): string[] => {
  const words = nameForComparison(keyword)
    .replaceAll(dashes, '-')
    .split(/\s+/)
    .map(word => word.replace(/(.)号室?$/, '$1'))
    .filter(word => word !== '')
  if (words.some(word => roomNumber.test(word))) return words
  const joined = words.findLast(word => buildingAndRoom.test(word))
  return joined === undefined ? words : words.flatMap(word => (word === joined ? (buildingAndRoom.exec(word)?.slice(1) ?? word) : word))
}

/** Which of the words is the room: a building may have a number in its name. */
export const roomWord = (words: readonly string[]): string | undefined =>
  words.findLast(word => roomNumber.test(word)) ?? words.findLast(word => /\d/.test(word))

/** The keyword as the readings of buildings are written (G-BLD-03), for who typed what was heard; null where it is so already. */
export const inKatakana = (keyword: string): string | null => {
  const heard = toFullWidthKatakana(keyword)
  return heard === keyword ? null : heard
}
