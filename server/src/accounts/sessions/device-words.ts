import Bowser from 'bowser'

/** What people call the device behind a user agent: 「WindowsのChrome」, 「iPhoneのSafari」. */
export const deviceInWords = (userAgent: string | null): string => {
  if (!userAgent) return unknown
  const { browser, os, platform } = Bowser.parse(userAgent)
  // An iPhone is called so; of other telephones the model is a riddle.
  const device = platform.vendor === 'Apple' && platform.model !== undefined ? platform.model : os.name
  if (device === undefined) return browser.name ?? unknown
  return browser.name === undefined ? device : `${device}の${browser.name}`
}

const unknown = '不明な端末'
