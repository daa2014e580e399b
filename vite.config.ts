import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'

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

const preload = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { crossorigin: true, ...attrs },
  injectTo: 'head',
})

/**
 * What every first screen needs is asked for at once: the configuration, the code and styles of the app, which is
 * imported only when the configuration is there, and the letters of the Latin alphabet.
 */
const askEarly = (): Plugin => ({
  name: 'ask-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/app/app.tsx'))
      const entry = chunks.find(({ isEntry }) => isEntry)
      const needed = withImports(app?.fileName, byName, withImports(entry?.fileName, byName))
      const early = [...needed].filter((name) => !withImports(entry?.fileName, byName).has(name))
      const styles = early.flatMap((name) => [...(byName.get(name)?.viteMetadata?.importedCss ?? [])])
      const letters = Object.keys(bundle).filter((name) => /inter-latin-wght-normal-[^/]+\.woff2$/.test(name))
      return [
        preload({ rel: 'preload', as: 'fetch', href: '/config.json' }),
        ...early.map((name) => preload({ rel: 'modulepreload', href: `/${name}` })),
        ...styles.map((name) => preload({ rel: 'preload', as: 'style', href: `/${name}` })),
        ...letters.map((name) => preload({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}` })),
      ]
    },
  },
})

/** A chunk and everything that it imports, added to `known`. */
function withImports(
  name: string | undefined,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  known: ReadonlySet<string> = new Set(),
): Set<string> {
  const all = new Set(known)
  const add = (next: string) => {
    if (all.has(next)) return
    all.add(next)
    for (const other of chunks.get(next)?.imports ?? []) add(other)
  }
  if (name !== undefined) add(name)
  return all
}

/**
 * What most screens share comes in few files instead of one for each set of screens that share it: a first page asked
 * for 110 files before. What only some screens need stays with them.
 */
const groups = [
  { name: 'base', tags: ['$initial' as const], priority: 3 },
  { name: 'ui', test: /node_modules/, minShareCount: 3, priority: 2 },
  { name: 'shared', test: /src/, minShareCount: 4, priority: 1 },
]

export default defineConfig({
  plugins: [react(), askEarly()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(backendPaths.map((path) => [path, { target: backend, ws: path === '/realtime' }])),
  },
})
