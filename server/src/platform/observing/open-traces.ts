import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Log } from './log.ts'
import type { Span, Tracer } from './tracer.ts'

/** Milliseconds for a batch, tries again among them: at the end of the process it waits no longer either. */
const patience = 3_000

/** Spans by OTLP over HTTP to a collector, in batches (issue 17, decision 095). Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export const openTraces = (endpoint: string, log: Log): Tracer => {
  const warn = (message: string) => log.warn({ traces: message.split(':')[0] }, 'traces were not taken')
  diag.setLogger({ error: warn, warn, info: () => undefined, debug: () => undefined, verbose: () => undefined }, DiagLogLevel.WARN)
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'toguchi' }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: patience })),
    ],
  })
  const tracer = provider.getTracer('toguchi')
  const ours = new WeakMap<Span, OtelSpan>()
  return {
    begin(name, { kind, traceparent, parent }) {
      const above = parent === undefined ? undefined : ours.get(parent)
      const context = above === undefined ? contextOf(traceparent) : trace.setSpan(ROOT_CONTEXT, above)
      const otel = tracer.startSpan(name, { kind: kind === 'server' ? SpanKind.SERVER : SpanKind.INTERNAL }, context)
      const span: Span = {
        end(finalName, attributes, hasFailed) {
          otel.updateName(finalName).setAttributes({ ...attributes })
          if (hasFailed) otel.setStatus({ code: SpanStatusCode.ERROR })
          otel.end()
        },
      }
      ours.set(span, otel)
      return span
    },
    close: () => provider.shutdown().catch((error: unknown) => log.warn(error, 'the last traces were not taken')),
  }
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const contextOf = (traceparent: string | undefined): Context => {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED,
    isRemote: true,
  })
}
