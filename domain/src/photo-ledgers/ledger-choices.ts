/** What the photos of a ledger are sorted and headed by. */
export const ledgerOrders = ['room', 'place', 'date'] as const
export type LedgerOrder = (typeof ledgerOrders)[number]
export const ledgerOrderLabels: Readonly<Record<LedgerOrder, string>> = { room: '部屋', place: '撮影箇所', date: '撮影日' }

/** Photos on a page; before, during and after beside each other: rows of them. */
export const photosPerPage = [1, 2, 3, 4, 6] as const
export type PhotosPerPage = (typeof photosPerPage)[number]

export const ledgerOrientations = ['portrait', 'landscape'] as const
export type LedgerOrientation = (typeof ledgerOrientations)[number]
export const ledgerOrientationLabels: Readonly<Record<LedgerOrientation, string>> = { portrait: 'A4縦', landscape: 'A4横' }

/** Rows of three photos beside each other, beyond which nothing is to be seen in them. */
export const mostRowsBesideOf = (orientation: LedgerOrientation) => (orientation === 'portrait' ? 4 : 3)

/** How a ledger is made. */
export interface LedgerChoices {
  order: LedgerOrder
  per_page: PhotosPerPage
  orientation: LedgerOrientation
  /** Each photo with its electronic signboard, where it has one. */
  with_signboard: boolean
  /** The photos, by uuid, that do not stand in it. */
  left_out: string[]
  /** Before, during and after of one place beside each other. */
  beside: boolean
  cover: boolean
}

/** What a ledger is made by until somebody chose otherwise: the trade's usual A4 with three photos. */
export const usualChoices = (withSignboard: boolean): LedgerChoices => ({
  order: 'room',
  per_page: 3,
  orientation: 'portrait',
  with_signboard: withSignboard,
  left_out: [],
  beside: false,
  cover: true,
})

/** One file holds no more; a construction with more is divided by leaving out. */
export const mostPhotosOfLedger = 4_000
/** A workbook with more pictures opens too slowly to be sorted. */
export const mostPhotosOfWorkbook = 500
