/** What marks a room that was visited before: 再訪問, and from the third visit on which one it is (D-34). */
export const revisitLabel = (visits: number): string | null => (visits < 1 ? null : visits === 1 ? '再訪問' : `再訪問（${visits + 1}回目）`)
