import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { SignInLinkPage } from '../accounts/links/SignInLinkPage.tsx'
import { AdminLoginPage } from '../accounts/signing-in/AdminLoginPage.tsx'
import { LoginPage } from '../accounts/signing-in/LoginPage.tsx'
import { OperatorLoginPage } from '../accounts/signing-in/OperatorLoginPage.tsx'
import { loadLocale } from '../platform/i18n.ts'
import { AuthenticationCodePage } from '../residents/entering/AuthenticationCodePage.tsx'
import { OwnHeading, OwnVisit } from '../residents/OwnVisit.tsx'
import type { OwnVisitTexts } from '../residents/own-visit.ts'
import { Stack } from '../residents/parts/Stack.ts'
import type { Letter } from '../residents/entering/room-of-letter.ts'
import { ResidentLoginPage } from '../residents/entering/ResidentLoginPage.tsx'
import { paths } from '../site/paths.ts'
import { Arriving } from './Arriving.tsx'
import { PlainFrame } from './layouts/PlainFrame.tsx'

/*
 * What pages show before a script has run (decision 088). Rendered when the web is built (web/page-preloads.ts), never in a browser; the
 * application replaces it by the page itself (app/take-over.ts).
 */

/** Who sees it: a person without a session, or one with. The other one is about to be led elsewhere. */
export type Audience = 'guest' | 'member'

export interface FirstPaint {
  /** An address with `:x` in the place of every parameter. */
  pattern: string
  audience: Audience
  markup: string
  /** Whether the entry writes into it what the page will say (app/ahead/paint-ahead.ts), which takes the page's own styles. */
  hasTextsToCome: boolean
}

/** The names by which the pages of a letter ask for what their address says. */
const ofLetter = [':client_uuid', ':construction_uuid', ':room_uuid'] as const
const patternOf = (route: string): string => route.replaceAll(/:\w+/g, ':x')

/** Every page that arrives as HTML: those of signing in whole, a resident's as the frame that stands around each of them. */
export const firstPaints = async (): Promise<FirstPaint[]> => {
  await loadLocale('ja')
  const guests = [
    { route: paths.login(), Page: LoginPage },
    { route: paths.admins_login(), Page: AdminLoginPage },
    { route: paths.operators_login(), Page: OperatorLoginPage },
    { route: paths.sign_in_link(), Page: SignInLinkPage },
    { route: paths.resident_login(...ofLetter), Page: ResidentLoginPage },
    { route: paths.resident_authentication_code(...ofLetter), Page: AuthenticationCodePage },
  ]
  const members = [
    paths.resident_edit(),
    paths.resident_documents(),
    paths.resident_handling_equipments(),
    paths.resident_orders(),
    paths.resident_date(),
    paths.resident_presence(),
    paths.resident_options(),
  ]
  const framed = async (route: string, Page: ComponentType, hasTextsToCome = false): Promise<FirstPaint> => ({
    pattern: patternOf(route),
    audience: 'member',
    markup: await paint(route, 'resident', Page),
    hasTextsToCome,
  })
  return Promise.all([
    ...guests.map(async ({ route, Page }): Promise<FirstPaint> => ({
      pattern: patternOf(route),
      audience: 'guest',
      markup: await paint(route, 'login', Page),
      hasTextsToCome: false,
    })),
    framed(paths.resident_top(), TopArriving, true),
    ...members.map(route => framed(route, Arriving)),
  ])
}

/** The beginning of the page of the date, with names where its texts will be. */
const named: { [Name in keyof OwnVisitTexts]: NonNullable<OwnVisitTexts[Name]> | `{${Name}}` } = {
  place: '{place}',
  construction: '{construction}',
  state: '{state}',
  stateText: '{stateText}',
  year: '{year}',
  day: '{day}',
  time: '{time}',
  how: '{how}',
  handover: '{handover}',
  duration: '{duration}',
}

export const TopToCome = () => (
  <Stack>
    <OwnHeading texts={named as OwnVisitTexts} />
    <OwnVisit texts={named as OwnVisitTexts} />
  </Stack>
)

const TopArriving = () => (
  <>
    <Arriving />
    <template data-texts-to-come>
      <TopToCome />
    </template>
  </>
)

const paint = async (route: string, layout: 'login' | 'resident', Component: ComponentType): Promise<string> => {
  const routes = [{ element: <PlainFrame layout={layout} />, children: [{ path: route, Component, loader: () => unreadLetter }] }]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://page.invalid${patternOf(route)}`))
  if (context instanceof Response) throw new Error(`${route} leads elsewhere`)
  return withoutWays(
    renderToStaticMarkup(
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />,
    ),
  )
}

/** A letter whose dwelling nobody has looked up yet: the page of its code without the names, and without ways on (`withoutWays`). */
const unreadLetter: { letter: Letter; room: undefined; shown: object; again: boolean } = {
  letter: {
    client: { uuid: '', name: '', cd: '', logo_path: null },
    construction: { uuid: '', name: null, building_name: '\u3000', information_distribution_on: null },
    accepting: true,
    why_not_accepting: null,
    rooms: [],
  },
  room: undefined,
  shown: {},
  again: false,
}

/**
 * Nobody's password goes into an address because the script that sends it is still on its way, and no link leads to where only the page's
 * own address knows.
 */
const withoutWays = (markup: string): string =>
  markup.replaceAll('<form', '<form method="dialog"').replaceAll(/ href="[^"]*(?:%3A|:)x\b[^"]*"/g, '')
