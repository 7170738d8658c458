/** ¥12,345: yen sign, thousands, never a fraction (spec §9). */
export const formatYen = (yen: number): string => `${yen <= -1 ? '-' : ''}¥${withThousands(Math.abs(Math.trunc(yen)))}`
/** As `toLocaleString` writes them, whose first call costs a telephone a twentieth of a second. */
const withThousands = (whole: number): string => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')
