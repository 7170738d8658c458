/** Which edition of 利用規約 and プライバシーポリシー somebody agreed to: kept with the moment of it (D-33). */
export const termsVersion = '2026-11'
