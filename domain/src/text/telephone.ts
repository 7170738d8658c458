/**
 * A telephone number as digits alone (G-VAL-05): full-width forms, blanks, brackets and every dash that keyboards and address books write
 * are taken off, and +81 is the 0 that is dialled in Japan. What is left of anything else is told apart by its letters.
 */
export const foldTelephone = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s()\p{Pd}\u2212\u30FC\u2500.]/gu, '')
    .replace(/^(\+|00|010)81\(?0?/, '0')

/**
 * A telephone number as people write it: 045-123-4567, 090-1234-5678, 0120-123-456. Dashes that somebody typed stay where they are, and what
 * is no number of Japan is left as it is.
 */
export const formatTelephone = (phone: string): string => {
  if (!/^0\d{9,10}$/.test(phone)) return phone
  const area = areaLengthOf(phone)
  const line = phone.length - (phone.length === 10 && isToll(phone) ? 3 : 4)
  return `${phone.slice(0, area)}-${phone.slice(area, line)}-${phone.slice(line)}`
}

const isToll = (phone: string): boolean => /^0(?:12|57|99)0/.test(phone)

const areaLengthOf = (phone: string): number => {
  if (phone.length === 11) return phone.startsWith('0800') ? 4 : 3
  if (isToll(phone)) return 4
  if (twoDigits.test(phone)) return 2
  if (fiveDigits.test(phone)) return 5
  return threeDigits.test(phone) ? 3 : 4
}

// Area codes of two, five and three digits (0 counted) among those of four, by the national numbering plan as libphonenumber keeps it.
const twoDigits = /^0(?:3|4(?:2(?:0|9[02-69])|7(?:0[019]|1))|6[1-9])/
const fiveDigits =
  /^0(?:1(?:267|3(?:7[247]|9[278])|466|5(?:47|58|64)|6(?:3[245]|48|5[4-68]))|499[2468]|5(?:769|979[2-69])|7468|8(?:3(?:8[7-9]|96[2457-9])|477|51[2-9])|9(?:802|9(?:1[23]|69))|1(?:45|58)[67])/
const threeDigits = new RegExp(
  `^0(?:60|1(?:1|5(?:4[018]|5[017])|77|88|9[69])|${[
    '2(?:2[127]|3[0-269]|4[59]|5(?:[1-3]|5[0-69]|9(?:17|99))|6(?:2|4[016-9])|7(?:[1-35]|8[0189])|8(?:[16]|3[0134]|9[0-5])|9(?:[028]|17))',
    '4(?:2(?:[13-79]|8[014-6])|3[0-57]|[45]|6[248]|7[2-47]|9[29])',
    '5(?:2|3(?:[045]|9(?:[0-58]|6[4-9]|7[0-35689]))|4[0-369]|5[29]|8[02389]|9[0-3])',
    '7(?:2[02-46-9]|34|[58]|6[0249]|7[57]|9(?:[23]|4[0-59]|5[01569]|6[0167]))',
    '8(?:2(?:[1258]|4[0-39]|9[0169])|3(?:[29]|60|7(?:[017-9]|6[6-8]))|49|51|6(?:[0-24]|36[2-57-9]|5(?:[0-389]|5[23])|6(?:[01]|9[178])|7(?:2[2-468]|3[78])|9[0145])|7[0-468]|8[68])',
    '9(?:4[15]|5[138]|7[156]|8[189]|9(?:[1289]|3(?:31|4[357])|4[0178]))',
    '(?:8294|96)[1-3]|2(?:57|93)[015-9]|(?:223|8699)[014-9]|(?:25[0468]|422|838)[01]|(?:48|8292|9[23])[1-9]|(?:47[59]|59[89]|8(?:68|9))[019]',
  ].join('|')})`,
)
