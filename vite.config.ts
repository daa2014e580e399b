import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defaultClientConditions, defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite'
import { moduleGraph } from './scripts/module-graph.ts'

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
 * What every first screen needs is asked for at once: the configuration and the letters of the Latin alphabet. The code
 * and styles differ for a visitor and for somebody with a session, so the page only names them, and its first script
 * asks for those that fit (src/app/start/preload-code.ts).
 */
const askEarly = (): Plugin => ({
  name: 'ask-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const entry = withImports(chunks.find(({ isEntry }) => isEntry)?.fileName, byName)
      const early = (...modules: string[]): string => {
        const roots = chunks.filter(({ moduleIds }) => modules.some((name) => moduleIds.includes(source(name))))
        const needed = roots.reduce((known, { fileName }) => withImports(fileName, byName, known), entry)
        const code = [...needed].filter((name) => !entry.has(name))
        const styles = code.flatMap((name) => [...(byName.get(name)?.viteMetadata?.importedCss ?? [])])
        return [...code, ...new Set(styles)].map((name) => `/${name}`).join(' ')
      }
      const named = (name: string, content: string): HtmlTagDescriptor => ({
        tag: 'meta',
        attrs: { name, content },
        injectTo: 'head',
      })
      const letters = Object.keys(bundle).filter((name) => /inter-latin-wght-normal-[^/]+\.woff2$/.test(name))
      return [
        preload({ rel: 'preload', as: 'fetch', href: '/config.json' }),
        ...letters.map((name) => preload({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}` })),
        named('code-of-visit', early('app/start/visitor-app.tsx', 'shared/db/connect-visitor.ts')),
        named('code-of-sign-in', early('app/start/app.tsx', 'app/start/connect-app.ts')),
        named('code-of-session', early('app/start/app.tsx', 'app/start/connect-app.ts', 'app/routing/staff-area.tsx')),
      ]
    },
  },
})

/**
 * What a driver needs at the door without a network: the frame, the own drops, the signature, what waits to be sent. The
 * outbox asks for all its kinds (src/app/outbox-kinds.ts) as soon as the page is idle, so the kinds of every area are kept.
 */
const ofTheDay = [
  'app/start/app.tsx',
  'app/start/connect-app.ts',
  'app/routing/staff-area.tsx',
  'app/viewer/whole-frame.tsx',
  'app/viewer/live-rights.tsx',
  'app/shell/frame/overlays.tsx',
  'features/delivery/deliveries/components/deliveries-screen.tsx',
  'features/delivery/deliveries/components/delivery-page.tsx',
  'features/delivery/deliveries/driver/my-day.tsx',
  'features/office/tasks/my-day/my-day-screen.tsx',
  'features/office/tasks/detail/task-dialog.tsx',
  'features/people/contacts/components/merge/contact-or-merge-screen.tsx',
  'features/production/jobs/components/jobs-screen.tsx',
  'kit/outbox/outbox-list.tsx',
  'features/delivery/deliveries/outbox-kinds.ts',
  'features/office/tasks/outbox-kinds.ts',
  'features/production/jobs/outbox-kinds.ts',
  'features/production/panels/outbox-kinds.ts',
  'features/stock/inventory/photos/outbox-kinds.ts',
]

/** The list of files that public/day-worker.js keeps, under the name of the build that they are of. */
const dayFiles = (): Plugin => ({
  name: 'day-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const roots = chunks.filter(
        ({ isEntry, moduleIds }) =>
          isEntry ||
          ofTheDay.some((name) => moduleIds.includes(source(name))) ||
          moduleIds.some((id) => /\/node_modules\/(signature_pad|@supabase\/realtime-js)\//.test(id)),
      )
      const code = [...roots.reduce((known, { fileName }) => withImports(fileName, byName, known), new Set<string>())]
      const styles = code.flatMap((name) => [...(byName.get(name)?.viteMetadata?.importedCss ?? [])])
      const others = Object.keys(bundle).filter((name) =>
        /(inter-latin-wght-normal-[^/]+\.woff2|keep-alive\.worker-[^/]+\.js)$/.test(name),
      )
      const files = [...code, ...new Set(styles), ...others].map((name) => `/${name}`)
      const build = basename(chunks.find(({ isEntry }) => isEntry)?.fileName ?? '')
      const kept = JSON.stringify({ build, files: ['/first-colours.js', '/favicon.svg', ...files] })
      this.emitFile({ type: 'asset', fileName: 'day-files.js', source: `self.dayFiles = ${kept}\n` })
    },
  },
})

/**
 * The styles of each component of Mantine go where its code goes, in one cascade layer below our own styles: so it does
 * not matter which part of the app, and with it which styles, come first.
 */
const stylesByComponent = (): Plugin => ({
  name: 'styles-by-component',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /@mantine\/core\/esm\/.*\.module\.mjs$/ },
    handler: (code, id) => `import '@mantine/core/styles/${basename(id, '.module.mjs')}.layer.css'\n${code}`,
  },
})

const absent = (names: string[]) =>
  `const absent = () => { throw new Error('This build has no such sign-in.') }
${names.map((name) => `export const ${name} = absent`).join('\n')}`

/** Parts of the account client that a browser of ours never calls: passkeys and wallets. Signing out is a call of its administration. */
const absentParts: Record<string, string> = {
  webauthn: `${absent([
    'createCredential',
    'deserializeCredentialCreationOptions',
    'deserializeCredentialRequestOptions',
    'getCredential',
    'serializeCredentialCreationResponse',
    'serializeCredentialRequestResponse',
    'browserSupportsWebAuthn',
    'webAuthnAbortService',
  ])}
export class WebAuthnApi {}`,
  ethereum: absent(['createSiweMessage', 'fromHex', 'getAddress', 'toHex']),
}

const withoutUnusedSignIn = (): Plugin => ({
  name: 'without-unused-sign-in',
  apply: 'build',
  load: {
    filter: { id: /@supabase\/auth-js\/dist\/module\/.*(webauthn|ethereum)\.js$/ },
    handler: (id) => absentParts[basename(id, '.js')],
  },
})

/** The app checks by zod what it reads. It never prints a schema as JSON schema, which is a fifth of zod. */
const withoutJsonSchemas = (): Plugin => ({
  name: 'without-json-schemas',
  apply: 'build',
  load: {
    filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
    handler: (id) => {
      const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm)
      return `const absent = () => { throw new Error('This build prints no JSON schemas.') }
${[...names].map(([, name = '']) => `export const ${name} = ${name.startsWith('create') ? '() => absent' : 'absent'}`).join('\n')}
export { absent as process }`
    },
  },
})

/** The server for development takes Mantine as one file, so it takes all its styles. */
const stylesAtOnce = (): Plugin => ({
  name: 'styles-at-once',
  apply: 'serve',
  transformIndexHtml: () => [
    {
      tag: 'link',
      attrs: { rel: 'stylesheet', href: '/node_modules/@mantine/core/styles.layer.css' },
      injectTo: 'head',
    },
  ],
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
 * What PDF.js fetches by name while it draws: its fonts, and the decoders without WebAssembly, which the content policy
 * forbids. They stand at /pdfjs/.
 */
const pdfFiles = (): Plugin => {
  const root = fileURLToPath(new URL('./node_modules/pdfjs-dist/', import.meta.url))
  const names = [
    ...readdirSync(`${root}wasm`).filter((name) => name.endsWith('_nowasm_fallback.js')),
    ...readdirSync(`${root}standard_fonts`).filter((name) => /\.(pfb|ttf)$/.test(name)),
  ]
  const read = (name: string) => readFileSync(`${root}${name.endsWith('.js') ? 'wasm' : 'standard_fonts'}/${name}`)
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const name of names) this.emitFile({ type: 'asset', fileName: `pdfjs/${name}`, source: read(name) })
    },
    configureServer(server) {
      server.middlewares.use('/pdfjs/', (request, response, next) => {
        const name = request.url?.slice(1) ?? ''
        if (!names.includes(name)) return next()
        response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream')
        response.end(read(name))
      })
    },
  }
}

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

/** Lists of the office. */
const lists = [
  'features/sales/quotations/components/quotations-screen.tsx',
  'features/sales/orders/components/orders-screen.tsx',
  'features/accounts/invoices/components/invoices-screen.tsx',
  'features/people/contacts/components/contacts-screen.tsx',
  'app/screens/tasks.tsx',
]

/** Screens of the office. What they share with the sign-in page, the dashboard or the toasts, neither fetches for the other. */
const office = [
  ...lists,
  'features/sales/quotations/components/quotation-screen.tsx',
  'features/stock/inventory/components/inventory-screen.tsx',
]

/**
 * The code that each kind of first page needs, from the smallest to the largest. `and`: what these pages share belongs
 * here as well, so that neither fetches the code of the other. A list among them stands for what any of its pages needs.
 */
const firstPages: { name: string; roots: string[]; and?: (string | string[])[] }[] = [
  {
    name: 'visit',
    roots: ['app/start/main.tsx', 'app/start/visitor-app.tsx', 'shared/db/connect-visitor.ts'],
    and: ['features/site/pages/components/home-page.tsx', 'app/screens/sign-in.tsx'],
  },
  // What pages of the site share with the rest of the app: neither fetches the other's code for it.
  { name: 'common', roots: [], and: ['features/site/pages/components/home-page.tsx', 'app/start/app.tsx'] },
  {
    name: 'forms',
    roots: [],
    and: [
      ['features/site/pages/components/home-page.tsx', 'features/site/pages/components/review-page.tsx'],
      ['app/routing/staff-area.tsx', 'app/screens/dashboard.tsx', ...office],
    ],
  },
  { name: 'machines', roots: [], and: ['features/site/booking/components/schedule-page.tsx', 'app/start/app.tsx'] },
  {
    name: 'site',
    roots: ['features/site/shared/not-here.tsx'],
    and: ['features/site/pages/components/home-page.tsx', 'features/site/website/components/policy-page.tsx'],
  },
  // Drawings: a page of words does without.
  {
    name: 'drawings',
    roots: [],
    and: ['features/site/pages/components/home-page.tsx', 'features/site/pages/components/services-page.tsx'],
  },
  {
    name: 'site-forms',
    roots: [],
    and: ['features/site/pages/components/review-page.tsx', 'features/site/pages/components/registration-page.tsx'],
  },
  { name: 'connect', roots: ['app/start/connect-app.ts'] },
  { name: 'app', roots: ['app/start/app.tsx'], and: ['app/screens/sign-in.tsx', 'app/screens/dashboard.tsx'] },
  // Boxes to type into.
  { name: 'inputs', roots: [], and: ['app/screens/sign-in.tsx', office] },
  { name: 'sign-in', roots: ['app/screens/sign-in.tsx'] },
  // Toasts and confirmations come after the first screen, on the sign-in page too. A list has menus and dialogs at once.
  { name: 'parts', roots: [], and: ['app/shell/frame/overlays.tsx', 'app/routing/staff-area.tsx'] },
  { name: 'floating', roots: [], and: ['app/shell/frame/overlays.tsx', lists] },
  { name: 'dialogs', roots: [], and: ['app/shell/frame/overlays.tsx', office] },
  { name: 'overlays', roots: ['app/shell/frame/overlays.tsx'] },
  { name: 'staff', roots: ['app/routing/staff-area.tsx'], and: ['app/screens/dashboard.tsx', office] },
  { name: 'dashboard', roots: ['app/screens/dashboard.tsx'] },
  // Not in the pieces that many screens of the office share.
  { name: 'article', roots: ['features/site/shared/article.tsx'] },
  { name: 'booking', roots: ['features/site/booking/components/schedule-page.tsx'] },
]

/**
 * The modules of each first page, by a first build that splits everything: only then it is known which parts of a
 * library are left for whom. Each page then comes in one file more than the smaller one (docs/decisions/0184).
 */
async function modulesOfFirstPages(): Promise<{ name: string; modules: ReadonlySet<string> }[]> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react(), ...smaller],
    resolve: { alias: { ...alias, ...routerOfBuild }, conditions },
    build: { target: 'es2023', write: false, minify: false },
  })
  const chunks = (Array.isArray(output) ? output : [output])
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const known = new Set<string>()
  const modulesOf = (roots: readonly string[]): string[] => {
    const first = chunks.filter(({ moduleIds }) => roots.some((root) => moduleIds.includes(source(root))))
    const files = first.reduce((all, { fileName }) => withImports(fileName, byName, all), new Set<string>())
    return [...files].flatMap((file) => byName.get(file)?.moduleIds ?? [])
  }
  const pages = firstPages.map(({ name, roots, and = [] }) => {
    const [shared = [], ...others] = and.map((root) => modulesOf([root].flat()))
    const both = shared.filter((id) => others.every((other) => other.includes(id)))
    const modules = new Set([...modulesOf(roots), ...both].filter((id) => !known.has(id)))
    for (const id of modules) known.add(id)
    return { name, modules }
  })
  const users = new Map<string, number>()
  for (const { fileName } of chunks.filter(({ isDynamicEntry }) => isDynamicEntry))
    for (const file of withImports(fileName, byName))
      for (const id of byName.get(file)?.moduleIds ?? []) users.set(id, (users.get(id) ?? 0) + 1)
  const ofLists = new Set(modulesOf(lists))
  const later = afterFirstScreen.flatMap((name) => modulesOf([name]))
  const ofOthers = new Set(
    chunks
      .filter(({ isEntry, isDynamicEntry, moduleIds }) => {
        const isLater = afterFirstScreen.some((name) => moduleIds.includes(source(name)))
        return (isEntry || isDynamicEntry) && !isLater
      })
      .flatMap(({ fileName }) => [...withImports(fileName, byName)])
      .flatMap((file) => byName.get(file)?.moduleIds ?? []),
  )
  const parts = sharedParts.map(({ name, users: least, of }) => {
    const modules = new Set(
      [...users]
        .filter(([id, count]) => count >= least && !known.has(id) && (of !== 'lists' || ofLists.has(id)))
        .map(([id]) => id),
    )
    for (const id of modules) known.add(id)
    return { name, modules }
  })
  return [
    ...pages,
    ...parts,
    { name: 'later', modules: new Set(later.filter((id) => !known.has(id) && !ofOthers.has(id))) },
  ]
}

/** What many screens need comes in one file, by how many at least: first what lists need of it, then the rest. */
const sharedParts: { name: string; users: number; of?: 'lists' }[] = [
  { name: 'list', users: 8, of: 'lists' },
  { name: 'records', users: 25 },
  { name: 'record-parts', users: 8 },
]

/**
 * Whether a file is one that many screens share: only such a file is asked for beside the screen that needs it. The names of
 * all files, which the first page would carry for it, are 10 kB; the small ones come when the screen's own file names them.
 */
const isShared = (file: string): boolean =>
  [...firstPages, ...sharedParts].some(({ name }) => basename(file).startsWith(`${name}-`))

/** What every first screen of the office fetches when it stands. What of it nobody else needs comes in one file. */
const afterFirstScreen = [
  'features/office/notifications/components/notifications-panel.tsx',
  'app/shell/navigation/quick-access.tsx',
  'app/shell/palette/palette-place.tsx',
  'kit/dialog/questions.tsx',
  'kit/outbox/outbox-list.tsx',
  'features/office/tasks/outbox-kinds.ts',
  'features/delivery/deliveries/outbox-kinds.ts',
  'features/production/panels/outbox-kinds.ts',
  'features/production/jobs/outbox-kinds.ts',
  'features/stock/inventory/photos/outbox-kinds.ts',
]

const groupsOfFirstPages = async () =>
  (await modulesOfFirstPages()).map(({ name, modules }, place) => ({
    name,
    test: (id: string) => modules.has(id),
    // Else a part of it that other screens need would come with it.
    includeDependenciesRecursively: name !== 'later',
    priority: firstPages.length + sharedParts.length + 1 - place,
  }))

const smaller = [stylesByComponent(), withoutUnusedSignIn(), withoutJsonSchemas()]

/** The program by which the server writes pages of the site as they are seen, beside the app (docs/decisions/0360). */
const siteForServer = (): Plugin => ({
  name: 'site-for-server',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [react(), ...smaller],
      resolve: { alias: { ...alias, ...routerOfBuild } },
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        target: 'es2023',
        ssr: source('app/start/site-server.tsx'),
        outDir: `${dir}/.site`,
        emptyOutDir: true,
        minify: false,
        assetsInlineLimit: 0,
      },
    })
  },
})

/** The package names its development build only, which carries its warnings. */
const routerOfBuild = {
  'react-router/dom': fileURLToPath(
    new URL('./node_modules/react-router/dist/production/dom-export.mjs', import.meta.url),
  ),
  'react-router': fileURLToPath(new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url)),
}

/** RxJS as classes instead of functions for browsers of 2012. */
const conditions = ['es2015', ...defaultClientConditions]

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) }

export default defineConfig(async ({ command }) => ({
  plugins: [
    react(),
    ...smaller,
    stylesAtOnce(),
    askEarly(),
    dayFiles(),
    siteForServer(),
    pdfFiles(),
    moduleGraph(import.meta.dirname),
  ],
  resolve: {
    alias: command === 'build' ? { ...alias, ...routerOfBuild } : alias,
    conditions,
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    chunkSizeWarningLimit: 700,
    modulePreload: {
      resolveDependencies: (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
        hostType === 'js' ? files.filter(isShared) : files,
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: command === 'build' ? await groupsOfFirstPages() : [] } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(backendPaths.map((path) => [path, { target: backend, ws: path === '/realtime' }])),
  },
}))
