/** Photos of one zip at most, and bytes of what goes into it: what a browser takes down in one piece, and a disk has room for. */
export const mostPhotos = 5_000
export const mostBytes = 20 * 1024 ** 3

/** Rooms that are named one by one: what an address holds, for the check asks by it. More are asked for by their area. */
export const mostRooms = 500

export interface ArchiveSize {
  photos: number
  byte_size: number
}

/** Why so much is not put into one zip, or null; says how to divide. */
export const whyNotArchived = ({ photos, byte_size }: ArchiveSize): string | null => {
  if (photos === 0) return '対象の写真がありません。範囲を変えてください。'
  const how = '部屋または撮影日の期間で分けて、何回かに分けて保存してください。'
  if (photos > mostPhotos)
    return `一度に保存できるのは${mostPhotos.toLocaleString('ja')}枚までです（対象は${photos.toLocaleString('ja')}枚）。${how}`
  if (byte_size > mostBytes)
    return `一度に保存できるのは合計${mostBytes / 1024 ** 3}GBまでです（対象は約${Math.ceil(byte_size / 1024 ** 3)}GB）。${how}`
  return null
}
