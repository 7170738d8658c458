import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

/** What everybody's first visit shows. Whoever comes back has it in the browser's cache, so naming it in every page costs them nothing. */
const firstVisit = ['src/platform/locales/ja.ts', 'src/app/layouts/LoginShell.tsx', 'src/accounts/LoginPage.tsx']

/** Names in the page what the entry would ask for only after it has run itself: one trip less before the first picture. */
const preloadFirstVisit: Plugin = {
  name: 'preload-first-visit',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const scripts = new Set<string>()
      const styles = new Set<string>()
      const visit = (file: string) => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || scripts.has(file)) return
        scripts.add(file)
        for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
        for (const imported of chunk.imports) visit(imported)
      }
      for (const module of firstVisit) {
        const chunk = Object.values(bundle).find(one => one.type === 'chunk' && one.facadeModuleId?.endsWith(`/web/${module}`))
        if (chunk === undefined) throw new Error(`${module} has no file of its own in the build`)
        visit(chunk.fileName)
      }
      const link = (file: string, attributes: Record<string, string>) => ({
        tag: 'link',
        attrs: { ...attributes, crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      })
      return [
        ...[...scripts].filter(file => !html.includes(file)).map(file => link(file, { rel: 'modulepreload' })),
        ...[...styles].filter(file => !html.includes(file)).map(file => link(file, { rel: 'preload', as: 'style' })),
      ]
    },
  },
}

export default defineConfig({
  plugins: [react(), preloadFirstVisit],
  css: { transformer: 'lightningcss' },
  // A worker may fetch parts of itself when it needs them.
  worker: { format: 'es' },
  // It finds its WebAssembly beside itself, so the development server must leave it where it is.
  optimizeDeps: { exclude: ['highs'] },
  server: {
    proxy: { '/api': { target: apiOrigin, changeOrigin: false }, '/gateway': { target: apiOrigin, changeOrigin: false } },
  },
  build: {
    outDir: 'dist',
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false },
    // Read by the script that measures what a page downloads first.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 20 },
            // Login pages keep nothing in a cache and do not download it.
            // Small files that every page loads at once: as many requests would take turns on six connections.
            {
              name: 'base',
              test: /[\\/](web[\\/]src[\\/](platform[\\/](i18n|request|credentials|session|store)|app[\\/]paths|ui[\\/](Button|Field|Glyph))|domain[\\/]src[\\/]access[\\/]actor)\.tsx?$/,
              priority: 10,
            },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
})
