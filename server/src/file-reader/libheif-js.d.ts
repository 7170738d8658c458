/** What we use of libheif as JavaScript (LGPL-3.0, a WebAssembly of its own); the library's own types leave its answers open. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface Opaque<Name extends string> {
    readonly name: Name
  }
  interface Refusal {
    code: unknown
    message: string
  }
  export interface Decoded {
    width: number
    height: number
    channels: readonly { data: Uint8Array; stride: number }[]
  }
  interface Library {
    heif_error_code: { heif_error_Ok: unknown }
    heif_colorspace: { heif_colorspace_RGB: unknown }
    heif_chroma: { heif_chroma_interleaved_RGB: unknown }
    heif_context_alloc(): Opaque<'context'>
    heif_context_read_from_memory(context: Opaque<'context'>, file: Uint8Array): Refusal
    heif_js_context_get_primary_image_handle(context: Opaque<'context'>): Opaque<'handle'> | Refusal
    heif_js_decode_image2(handle: Opaque<'handle'>, colorspace: unknown, chroma: unknown): Decoded | Refusal
  }
  /** A library with a memory of its own. */
  export default function open(): Library
}
