import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const backend = process.env.SIGNWRIGHT_DEV_BACKEND ?? 'http://127.0.0.1:3000'
const backendPaths = [
  '/rest',
  '/auth/v1',
  '/storage',
  '/functions',
  '/realtime',
  '/rates',
  '/mail',
  '^/local/',
  '/health',
  '/config.json',
]

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: { target: 'es2023', sourcemap: false, manifest: true, chunkSizeWarningLimit: 700 },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(backendPaths.map((path) => [path, { target: backend, ws: path === '/realtime' }])),
  },
})
