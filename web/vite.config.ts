import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { builtModules } from './built-files.ts'
import { classNames } from './class-names.ts'
import { offlineFiles } from './offline-files.ts'
import { pagePreloads } from './page-preloads.ts'
import { leanRouter } from './router-parts/lean-router.ts'

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [classNames, leanRouter, react(), builtModules, pagePreloads, offlineFiles],
  css: { transformer: 'lightningcss' },
  // A worker may fetch parts of itself when it needs them.
  worker: { format: 'es' },
  // It finds its WebAssembly beside itself, so the development server must leave it where it is.
  optimizeDeps: { exclude: ['highs'] },
  server: {
    proxy: {
      '/api': { target: apiOrigin, changeOrigin: false },
      '/r/': { target: apiOrigin, changeOrigin: false },
      '/gateway': { target: apiOrigin, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    cssMinify: 'lightningcss',
    modulePreload: {
      polyfill: false,
      // The server names a page's own files in its HTML, and pages one may go to next are fetched ahead: a table of everything that
      // everything needs would cost every first visit 3 kB. Styles are loaded by it, so they stay.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? files.filter(file => file.endsWith('.css')) : files),
    },
    rolldownOptions: {
      // A constant is written where it is used, in whatever file: names of classes (./class-names.ts), addresses of the API.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react-dom', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 20 },
            // The first script, and the styles of what stands around every page: as many requests would take turns on six connections, and
            // each small file compresses by itself. Without React: what a page shows first waits for it.
            {
              name: 'base',
              test: /rolldown[\\/]runtime|[\\/](web[\\/]src[\\/](main|app[\\/](chunk-reload|ahead[\\/](later-files|read-ahead))|platform[\\/](i18n|store|after-paint|typed|same|offline[\\/]carries|api[\\/](request|early-reads|api-host|rails-form)|overlay[\\/]overlay|toast|session[\\/](credentials|session))|site[\\/]paths)|domain[\\/]src[\\/](access[\\/]actor|calendar[\\/]day))\.tsx?$|[\\/]web[\\/]src[\\/](ui[\\/](base|toasts[\\/]Toasts\.module|plain[\\/]form[\\/]FieldParts\.module)|(platform|app)[\\/](\w+[\\/])*\w+\.module)\.css$/,
              priority: 21,
            },
            // What writes the date into the frame of a resident's page before the rest has come.
            {
              name: 'ahead',
              test: /[\\/](web[\\/]src[\\/](app[\\/]ahead[\\/]paint-ahead|residents[\\/](own-visit|reading[\\/]stored-reading))|domain[\\/]src[\\/]rooms[\\/]presence)\.ts$/,
              priority: 18,
            },
            // The application itself, whatever else names a part of it.
            {
              name: 'application',
              test: /[\\/]web[\\/]src[\\/](site[\\/]redirect|ui[\\/](icons[\\/]Glyph|part|form[\\/]field-errors|plain[\\/](Read|form[\\/](FieldFrame|FieldParts))|toasts[\\/](Toasts|toast-place))|app[\\/](start|routes|Root|fetched-routes|site|entry|guards|errors[\\/](ErrorContent|ErrorPage|way-home))|app[\\/]layouts[\\/](header[\\/](Header|Logo)|Footer|Frame)|platform[\\/](use-store|screen|session[\\/](configuration|use-user)|locales[\\/]ja|overlay[\\/](ProgressBar|LoadingOverlay)|when-idle|page-title|late-part|new-uuid|offline[\\/]carrying-account))\.tsx?$/,
              priority: 18,
            },
            // Of every dialog and every modal: neither draws the other's file in.
            { name: 'back-closes', test: /[\\/]dialog[\\/]back-closes\.ts$/, priority: 19 },
            // What residents' and login pages are made of: files of 300 bytes compress worse apart.
            { name: 'plain', test: /[\\/]web[\\/]src[\\/]ui[\\/]plain[\\/]/, priority: 10 },
            // The kit's styles: one file, however many components they stand beside.
            {
              name: 'kit',
              test: /[\\/]web[\\/]src[\\/]ui[\\/](?!Button|files[\\/]SignaturePad|toasts|plain|calendar).*\.module\.css$/,
              priority: 15,
            },
            // What residents' pages share, and the styles of all of them: what is painted first waits for each file of styles.
            {
              name: 'residents',
              test: /[\\/]web[\\/]src[\\/]residents[\\/](([\w-]+[\\/])*[A-Z]\w+\.(ts|module\.css)|CallButton\.tsx|keeping-last\.ts|dates[\\/]PlaceText\.tsx|answering[\\/]answering\.ts)$/,
              priority: 15,
            },
            // Pages of these folders share looks: one file for all of a folder.
            {
              name: id => /web[\\/]src[\\/](\w+)/.exec(id)?.[1],
              test: /[\\/]web[\\/]src[\\/](accounts|answers|documents|orders|spreadsheets)[\\/](.*\.module\.css|([\w-]+[\\/])*[A-Z]\w+\.ts)$/,
              priority: 15,
            },
            // Words and figures of nearly every page, without the rules that stand behind them.
            { name: 'labels', test: /[\\/]domain[\\/]src[\\/](rooms[\\/]visits[\\/]presence-labels|money[\\/]yen)\.ts$/, priority: 19 },
            // What pages without a shell of the office share with those: otherwise it would draw them into one of the next two.
            {
              name: id => /([\w-]+)\.ts$/.exec(id)?.[1],
              test: /[\\/]domain[\\/]src[\\/](text[\\/]telephone|rooms[\\/](presence|visits[\\/]on-our-way)|money[\\/]tax)\.ts$/,
              priority: 16,
            },
            // A craftsman's day, and what a phone keeps and sends: the first press of a day may find no network. Each small file more costs a
            // telephone some ten milliseconds in a cellar, where the service worker has them all at once, and compresses by itself.
            {
              name: 'day',
              test: /node_modules[\\/]idb[\\/]|[\\/]web[\\/]src[\\/](platform[\\/]outbox[\\/](outbox|deliver|kept-requests|sha256|storage-room|unsent-marks|use-kept-mutation)|ui[\\/]AccountLink|rooms[\\/](visits[\\/](own-days|visit-list|visit-step|unanswered|cards[\\/]\w[\w-]*|day[\\/](DayHead|OwnDay|use-day-snapshot|own-walk))))\.tsx?$/,
              priority: 12,
            },
            // The same of what nearly every page of who works shows, with the cache of what it has read: residents' and login pages keep none.
            {
              name: 'staff',
              test: /node_modules[\\/]@tanstack[\\/]|[\\/](web[\\/]src[\\/](app[\\/](site-routes|layouts[\\/](StaffShell|staff[\\/](BackLink|PropertyBand|load-navigation)))|platform[\\/](locales[\\/]site[\\/]ja|session[\\/]joined-sessions|outbox[\\/]outgoing|api[\\/](api|once|repeatable|send-file|upload-progress)|live[\\/]use-live-changes)|ui[\\/](icons[\\/]Icon|Button|Alert|Badge|TelephoneLink|form[\\/]FieldParts)|room-reads[\\/](group-of|RoomStatusBadge|room-reads|collections|AtWorkBadge)|rooms[\\/](visits[\\/]date-of-room|facts[\\/]PresenceText))|domain[\\/]src[\\/](rooms[\\/](room-names|revisit|status|labels|visits[\\/][\w-]+)|constructions[\\/]status))\.tsx?$/,
              priority: 14,
            },
          ],
        },
      },
    },
  },
})
