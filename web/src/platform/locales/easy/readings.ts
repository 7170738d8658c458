export const readings: Readonly<Record<string, string>> = { 工事: 'こうじ' }
