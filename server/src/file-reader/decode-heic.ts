import { readFile } from 'node:fs/promises'
import openLibrary, { type Decoded } from 'libheif-js/libheif-wasm/libheif-bundle.mjs'

/** Pixels as they are shown: turned and cut as the file says, three bytes each, row after row. */
export interface Pixels {
  bytes: Uint8Array
  width: number
  height: number
}

const bytesOfPixel = 3

/**
 * Decodes the primary picture of a HEIC: tiles are put together, `irot`, `imir` and `clap` applied, ten bits brought to eight. EXIF's
 * orientation counts for nothing beside them (ISO/IEC 23008-12). Throws whatever the library throws, in whatever state that leaves it: each
 * file has a library, with a memory, of its own, which costs 10 ms and leaves nothing to the next file.
 */
export const decodeHeic = async (path: string): Promise<Pixels> => {
  const { channels, width, height } = decodePrimary(await readFile(path))
  const [channel] = channels
  if (!channel) throw new Error('a picture without pixels')
  return { width, height, bytes: withoutPadding(channel.data, channel.stride, width * bytesOfPixel, height) }
}

const decodePrimary = (file: Buffer): Decoded => {
  const library = openLibrary()
  const context = library.heif_context_alloc()
  const read = library.heif_context_read_from_memory(context, file)
  if (read.code !== library.heif_error_code.heif_error_Ok) throw new Error(read.message)
  const primary = library.heif_js_context_get_primary_image_handle(context)
  if ('code' in primary) throw new Error(primary.message)
  const { heif_colorspace_RGB: rgb } = library.heif_colorspace
  const decoded = library.heif_js_decode_image2(primary, rgb, library.heif_chroma.heif_chroma_interleaved_RGB)
  if ('code' in decoded) throw new Error(decoded.message)
  return decoded
}

/** Rows may be padded. Where none is, the pixels stay where the library has them. */
const withoutPadding = (data: Uint8Array, stride: number, width: number, height: number): Uint8Array => {
  if (stride === width) return data.subarray(0, width * height)
  const rows = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) rows.set(data.subarray(row * stride, row * stride + width), row * width)
  return rows
}
