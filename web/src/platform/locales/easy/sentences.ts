export const easySentences: Readonly<Record<string, string>> = {}
