import type { ComponentType } from 'react'
import type { LoaderFunction, MiddlewareFunction, RouteObject } from 'react-router'
import type { Text } from '../platform/i18n.ts'
import type { SessionUser } from '../platform/session/session.ts'
import { loadChunk } from './chunk-reload.ts'
import { guarded } from './entry.ts'
import { ErrorPage } from './errors/ErrorPage.tsx'
import type { GuardName } from './guards.ts'

/** A module of a page: one component whose name ends in `Page`, and what has to be loaded before it shows. */
export type PageModule = { [name: `${string}Page`]: ComponentType } & { loader?: LoaderFunction }
/** `prepare`: what has to be there before it shows. */
type ShellModule = { [name: `${string}Shell`]: ComponentType } & { prepare?: () => Promise<void> }

export type LayoutName =
  | 'admin'
  | 'building'
  | 'client'
  | 'construction'
  | 'construction_form'
  | 'default'
  | 'login'
  | 'master'
  | 'property'
  | 'resident'

/** What the site map says about a route, for titles, prefetching and the shells. */
export interface Place {
  title?: Text
  guard?: GuardName
  layout?: LayoutName | ((user: SessionUser | null) => LayoutName)
  load?: () => Promise<unknown>
}

/** Where the router is heading; told by main, so that a failed download can reload the page it belongs to. */
let heading: () => string = () => location.pathname + location.search
export const headFor = (where: () => string): void => {
  heading = where
}

/** One page of the site map: its address, who may enter (specification section 6), its title, and where its code is. */
export const page = (path: string, guard: GuardName, title: Text, load: () => Promise<PageModule>): RouteObject => ({
  path,
  handle: { title, guard, load } satisfies Place,
  middleware: [guarded(guard, path)],
  lazy: async () => {
    const module = await loadChunk(load, heading, reload)
    const Component = exported(module, 'Page')
    return module.loader === undefined ? { Component } : { Component, loader: module.loader }
  },
})

/** Pages that share a layout; `middleware` runs before the guards of its pages. */
export const layout = (name: NonNullable<Place['layout']>, pages: RouteObject[], middleware: MiddlewareFunction[] = []): RouteObject => ({
  handle: { layout: name } satisfies Place,
  middleware,
  children: pages,
})

/**
 * The frame around layouts. It stays on the screen while one changes pages, and when a page inside it fails. `id`: where layouts are put that
 * are fetched later.
 */
export const shell = (load: () => Promise<ShellModule>, layouts: RouteObject[], id?: string): RouteObject => ({
  handle: { load } satisfies Place,
  lazy: async () => {
    const module = await loadChunk(load, heading, reload)
    if (module.prepare !== undefined) await loadChunk(module.prepare, heading, reload)
    return { Component: exported(module, 'Shell') }
  },
  children: [{ ...(id === undefined ? {} : { id }), ErrorBoundary: ErrorPage, children: layouts }],
})

const reload = (address: string): void => {
  if (address === location.pathname + location.search) location.reload()
  else location.assign(address)
}

const exported = (module: Readonly<Record<string, unknown>>, ending: 'Page' | 'Shell'): ComponentType => {
  const entry = Object.entries(module).find(([name]) => name.endsWith(ending))
  if (entry === undefined) throw new Error(`a module of the site map exports no …${ending}`)
  return entry[1] as ComponentType
}
