/** Values that a span carries: names of ours and numbers, nothing that a person wrote. */
export type Attributes = Readonly<Record<string, string | number>>

/** Something that takes time, as OpenTelemetry calls it. */
export interface Span {
  end(name: string, attributes: Attributes, hasFailed: boolean): void
}

/** The port to traces (decision 095); only `open-traces.ts` knows OpenTelemetry. */
export interface Tracer {
  /** `traceparent` is the header of a proxy that the settings name; `parent` a span of ours. */
  begin(name: string, from: { kind: 'server' | 'inside'; traceparent?: string | undefined; parent?: Span | undefined }): Span
  /** What was begun goes out before the process ends. */
  close(): Promise<void>
}

const noSpan: Span = { end: () => undefined }
/** Where nobody collects traces. */
export const noTracer: Tracer = { begin: () => noSpan, close: async () => undefined }

/** Does something inside of a span of its own. */
export const inSpan = async <T>(
  tracer: Tracer,
  { name, parent }: { name: string; parent: Span | undefined },
  work: () => Promise<T>,
): Promise<T> => {
  if (tracer === noTracer) return work()
  const span = tracer.begin(name, { kind: 'inside', parent })
  let hasFailed = true
  try {
    const result = await work()
    hasFailed = false
    return result
  } finally {
    span.end(name, {}, hasFailed)
  }
}
