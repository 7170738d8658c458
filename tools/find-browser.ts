import { spawnSync } from 'node:child_process'
import { Refusal } from '../server/src/platform/refusal.ts'
import { findProgram, installPackages, isProgram, mayInstall } from './debian-packages.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']
const packages = ['chromium', 'fonts-noto-cjk']

/** A browser that shows pages and does nothing else: no updates, no telemetry; without a sandbox, because it may run as root. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The last --disable-features holds, so it repeats those of Playwright that change what a page does. */
const playwrightsOwn = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/**
 * What no journey needs and every page of a whole Chrome pays for, in the same processor time: an imitated graphics card, and the pages that a
 * desktop's Chrome opens for the suggestions under its address bar.
 */
export const cheapArguments = [
  '--disable-software-rasterizer',
  `--disable-features=${[...playwrightsOwn, 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'].join()}`,
]

/**
 * The browser for the journeys: CHROMIUM_PATH, else an installed one, else (as root on Debian) the distribution's own
 * with a Japanese font. Throws a Refusal that says what to install.
 */
export const findBrowser = (): string => {
  const given = process.env.CHROMIUM_PATH
  if (given !== undefined && !isProgram(given)) throw new Refusal(`CHROMIUM_PATH=${given} がありません。(No such program.)`)
  const found = given ?? installedBrowser()
  if (found !== undefined && hasJapaneseFont()) return found
  if (mayInstall()) {
    installPackages(found === undefined ? packages : packages.slice(1))
    const installed = found ?? installedBrowser()
    if (installed !== undefined) return installed
  }
  if (found !== undefined) return found
  throw new Refusal(
    `ブラウザテストには Chromium が必要です。sudo apt-get install ${packages.join(' ')} を実行するか、CHROMIUM_PATH を指定してください。(Install Chromium, or set CHROMIUM_PATH.)`,
  )
}

const installedBrowser = (): string | undefined =>
  names.map(findProgram).find(program => program !== undefined) ?? applications.find(isProgram)

/** Without one, screenshots and measured widths are those of empty boxes. */
const hasJapaneseFont = (): boolean => {
  if (process.platform !== 'linux') return true
  const { status, stdout } = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' })
  return status === 0 && stdout.trim() !== ''
}
