import type { texts } from './locales/ja.ts'
import type { texts as officeTexts } from './locales/office/ja.ts'
import type { texts as residentTexts } from './locales/residents/ja.ts'
import type { texts as siteTexts } from './locales/site/ja.ts'
import { createStore } from './store.ts'

type Texts = typeof texts & typeof officeTexts & typeof residentTexts & typeof siteTexts
export type Text = keyof Texts
type Placeholders<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never

export const locales = ['ja'] as const
type Bundle = Readonly<Record<string, string>>
type Files = Readonly<Record<string, () => Promise<Bundle>>>

const bundle = createStore<Bundle>({})

/**
 * Loads a language file. A missing one is a warning, a failed one an error in the console; neither stops the application (specification
 * section 8). Resolves to whether the texts are there.
 */
export const loadLocale = async (locale: string, files: Files = languageFiles): Promise<boolean> => {
  const load = files[`./locales/${locale}.ts`]
  if (load === undefined) {
    console.warn(`[i18n] no language file for "${locale}"`)
    return false
  }
  try {
    addTexts(await load())
    return true
  } catch (error) {
    console.error(`[i18n] the language file for "${locale}" failed to load`, error)
    return false
  }
}

/** Beside those that are there: a shell brings its own. */
export const addTexts = (texts: Bundle): void => bundle.set({ ...bundle.get(), ...texts })

/** Remembers the locale for 365 days (G-CST-01). */
export const storeLocale = (locale: (typeof locales)[number]): void => {
  document.documentElement.lang = locale
  document.cookie = `i18n_redirected=${locale}; Max-Age=${365 * 24 * 60 * 60}; Path=/; SameSite=Lax`
}

/** A text of the shell. An unknown key stands for itself, so that a failed language file still leaves something to click. */
export const t = <K extends Text>(key: K, values?: Readonly<Record<Placeholders<Texts[K]> & string, string | number>>): string => {
  const text = bundle.get()[key]
  if (text === undefined) return key
  if (values === undefined) return text
  const named: Readonly<Record<string, string | number>> = values
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(named[name] ?? whole))
}

const languageFiles: Files = import.meta.glob<Bundle>('./locales/*.ts', { import: 'texts' })
