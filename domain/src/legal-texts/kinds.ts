/** The texts that a company publishes about its residents' pages (G-LAY-10). */
export const legalTextKinds = ['terms', 'privacy_policy'] as const
export type LegalTextKind = (typeof legalTextKinds)[number]
export const legalTextLabels: Readonly<Record<LegalTextKind, string>> = { terms: '利用規約', privacy_policy: 'プライバシーポリシー' }
