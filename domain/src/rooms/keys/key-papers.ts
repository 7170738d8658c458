/** The papers that go with a key: 預り証 for whoever leaves it, 誓約書 of the contractor, 同意書 of the household (R6, practice §2). */
export const keyPapers = ['receipt', 'pledge', 'consent'] as const
export type KeyPaper = (typeof keyPapers)[number]

export const keyPaperNames: Readonly<Record<KeyPaper, string>> = { receipt: '鍵預り証', pledge: '誓約書', consent: '同意書' }
