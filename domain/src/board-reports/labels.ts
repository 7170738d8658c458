/** Names of the fields of a report to the board, keyed as errors are. */
export const boardReportLabels = {
  week_on: '対象の週',
  requests: '理事会へのお願い',
  addresses: '理事会の送付先',
  page: 'ページ',
  room_ids: '部屋',
} as const

export const longestRequests = 400
/** Two pages and the annex, whose dwellings a building of a thousand would not fill. */
export const mostReportPages = 60
/** Days for which a link to a report works. */
export const linkDays = 30
