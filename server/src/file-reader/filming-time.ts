import ExifReader from 'exifreader'

/**
 * When a picture was taken, from its EXIF: wall-clock time, in Japanese time when it names no zone. Null when it says none, or a day or
 * a time that there is not (2026:02:30).
 */
export const filmingTime = (block: Buffer): Date | null => {
  const { DateTimeOriginal: taken, OffsetTimeOriginal: offset } = tagsOf(block)
  const parts = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})/.exec(textOf(taken))
  if (!parts) return null
  const [, year, month, day, time] = parts
  const wall = new Date(`${year}-${month}-${day}T${time}Z`)
  // A day beyond the month's last one would be taken for one of the next month.
  if (Number.isNaN(wall.getTime()) || wall.toISOString().slice(0, 19) !== `${year}-${month}-${day}T${time}`) return null
  const zone = /^[+-](0\d|1[0-4]):[0-5]\d$/.exec(textOf(offset))?.[0] ?? '+09:00'
  return new Date(`${year}-${month}-${day}T${time}${zone}`)
}

/** The block is a TIFF file of its own behind its mark. */
const tagsOf = (block: Buffer): Pick<ExifReader.Tags, 'DateTimeOriginal' | 'OffsetTimeOriginal'> => {
  try {
    return ExifReader.load(block.subarray(block.indexOf('Exif') === 0 ? 6 : 0), {
      includeTags: { exif: ['DateTimeOriginal', 'OffsetTimeOriginal'] },
    })
  } catch {
    return {}
  }
}

const textOf = (tag: { value: unknown } | undefined): string => (Array.isArray(tag?.value) ? tag.value.join('') : '')
