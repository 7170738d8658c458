import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { browserArguments, findBrowser } from '../tools/find-browser.ts'

/** A phone whose browser can really be killed, and opened again with what it kept. */
export interface Phone {
  open: () => Promise<BrowserContext>
  /** As a person closes it: what it still has in its hands is written down. */
  close: () => Promise<void>
  /** Without a word to the browser: its process and all of its children are gone. */
  kill: () => Promise<void>
  /** Kills it and throws away what it kept. */
  forget: () => Promise<void>
}

export const newPhone = async (): Promise<Phone> => {
  const profile = await mkdtemp(join(tmpdir(), 'toguchi-phone-'))
  let running: ChildProcess | null = null
  let browser: Browser | null = null
  const kill = async () => {
    if (running?.pid === undefined) return
    const gone = once(running, 'exit')
    // A group of its own: the negative id is the whole of it.
    process.kill(-running.pid, 'SIGKILL')
    await gone
    running = null
  }
  const open = async () => {
    await rm(join(profile, 'DevToolsActivePort'), { force: true })
    running = spawn(
      findBrowser(),
      [
        ...browserArguments,
        '--headless',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        '--window-size=390,844',
        'about:blank',
      ],
      { detached: true, stdio: 'ignore' },
    )
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${await portOf(profile)}`)
    const [context] = browser.contexts()
    if (context === undefined) throw new Error('the browser opened without a window')
    return context
  }
  const close = async () => {
    if (running === null || browser === null) return
    const gone = once(running, 'exit')
    const session = await browser.newBrowserCDPSession()
    await session.send('Browser.close')
    await gone
    running = null
  }
  const forget = async () => {
    await kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return { open, close, kill, forget }
}

const portOf = async (profile: string): Promise<string> => {
  for (let tries = 0; tries < 2_400; tries++) {
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n')
    if (port) return port
    await setTimeout(50)
  }
  throw new Error('the browser did not open')
}
