/** When a locked sign-in opens by itself (G-ACC-09). */
export const lockEndsText = (minutes: number): string => `約${minutes}分後に、もう一度ログインできるようになります。`

/** What else opens one that wrong passwords locked (decision 020). */
export const resetUnlocksText = 'パスワードを再設定すると、すぐにログインできます。'
