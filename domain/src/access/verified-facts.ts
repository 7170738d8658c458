/** By what a caller is known besides the name: something that stands in the letter or that only the household can say. */
export const verifiedFacts = ['phone', 'date', 'manage_no', 'email', 'code'] as const
export type VerifiedFact = (typeof verifiedFacts)[number]
export const verifiedFactLabels: Readonly<Record<VerifiedFact, string>> = {
  phone: '電話番号',
  date: '案内状の工事日',
  manage_no: '案内状の管理番号',
  email: 'メールアドレス',
  code: '認証コード',
}
