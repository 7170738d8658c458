/** Why no file can be made of so many photos, or null. */
export const whyNot = (count: number, most: number): string | null => {
  if (count === 0) return '載せる写真がありません'
  return count > most ? `${most.toLocaleString('ja-JP')}枚までです` : null
}
