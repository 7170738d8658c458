/** What is counted as it happens; what can be looked up is asked when the numbers are fetched (`open-metrics.ts`, decision 095). */
export interface Meter {
  /** `route` is the pattern of the address, never the address. */
  request(of: { method: string; route: string; status: number }, seconds: number): void
  job(of: { queue: string; outcome: 'done' | 'failed' }, seconds: number): void
  upload(bytes: number): void
}

/** Where nobody asks for numbers. */
export const noMeter: Meter = {
  request: () => undefined,
  job: () => undefined,
  upload: () => undefined,
}
