/** Timers by name, each running at most once at a time; none runs after the end. */
export const timersUntil = (end: AbortSignal) => {
  const running = new Map<string, NodeJS.Timeout>()
  const cancel = (name: string) => {
    clearTimeout(running.get(name))
    running.delete(name)
  }
  end.addEventListener('abort', () => {
    for (const name of running.keys()) cancel(name)
  })
  return {
    cancel,
    begin(name: string, work: () => void, milliseconds: number) {
      if (running.has(name) || end.aborted) return
      const run = () => {
        running.delete(name)
        work()
      }
      running.set(name, setTimeout(run, milliseconds))
    },
  }
}
