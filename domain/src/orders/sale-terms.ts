/** The terms of a sale that stand at 特定商取引法に基づく表記 and above the button that orders, in the company's words or these (D-16). */
export const usualSaleTerms = {
  additional_fees: 'インターネット接続の通信料は、お客様のご負担です。',
  payment_terms:
    'クレジットカードは申込時、コンビニエンスストアは申込画面に表示する支払期限まで、現金は申込画面に表示する期限まで、当日集金は工事の当日',
  delivery_terms: 'お申込み後、居住者ページに表示する工事日に行います。',
  cancellation_terms:
    '居住者ページの申込履歴から、工事の前日までキャンセルを申請できます。承認後、クレジットカードはカードへ、コンビニエンスストアはご指定の口座へ、現金はご相談のうえ返金します。施工の不具合は、無償で手直しします。',
} as const

export type SaleTerms = Record<keyof typeof usualSaleTerms, string>

/** What the company set, ours where it set nothing. */
export const saleTermsOf = (set: Readonly<Record<keyof SaleTerms, string | null>> | null): SaleTerms => ({
  additional_fees: set?.additional_fees ?? usualSaleTerms.additional_fees,
  payment_terms: set?.payment_terms ?? usualSaleTerms.payment_terms,
  delivery_terms: set?.delivery_terms ?? usualSaleTerms.delivery_terms,
  cancellation_terms: set?.cancellation_terms ?? usualSaleTerms.cancellation_terms,
})
