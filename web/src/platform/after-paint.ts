/**
 * Comes in a task of its own: between two pieces of long work the browser does what waits, a press or a picture. A page in the background goes
 * on at once: its timers are held back.
 */
export const nextTask = (): Promise<void> =>
  new Promise(done => {
    if (document.hidden) done()
    else setTimeout(done)
  })

/**
 * Comes when what is being rendered is on the screen: what the first sight does not need must not be in its way, and comes right after it. A
 * page in the background paints nothing, and waits for nothing.
 */
export const painted = (): Promise<void> =>
  new Promise(done => {
    if (document.hidden) done()
    else requestAnimationFrame(() => setTimeout(done))
  })
