import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react()],
  css: { transformer: 'lightningcss' },
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
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 20 },
          ],
        },
      },
    },
  },
})
