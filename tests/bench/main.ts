import { existsSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { importAppModules } from '../faults/app-modules.ts'
import { startProduct, type Product } from '../product.ts'
import type { Row } from './row.ts'

// `npm run bench`: measures the costs against the real server. `npm run bench -- live sockets` runs some sections.
importAppModules()
const sections: Record<string, (product: Product) => Promise<Row[]>> = {
  live: async (product) => (await import('./live.ts')).measureLive(product),
  sockets: async (product) => (await import('./sockets.ts')).measureSockets(product),
  cluster: async () => (await import('./cluster.ts')).measureCluster(),
  restart: async (product) => (await import('./restart.ts')).measureRestart(product),
  site: async (product) => (await import('./site.ts')).measureSite(product),
  idle: async (product) => (await import('./browsers.ts')).measureIdle(product),
  panel: async (product) => (await import('./panel.ts')).measurePanel(product),
  tasks: async (product) => (await import('./tasks.ts')).measureTasks(product),
  many: async (product) => (await import('./many-tasks.ts')).measureManyTasks(product),
  paint: async (product) => (await import('./paint.ts')).measurePaint(product),
  calculator: async () => (await import('./calculator.ts')).measureCalculator(),
  quotations: async (product) => (await import('./quotations.ts')).measureQuotations(product),
  editor: async (product) => (await import('./editor.ts')).measureEditor(product),
  plan: async () => (await import('./plan.ts')).measurePlan(),
  papers: async () => (await import('./papers.ts')).measurePapers(),
  thread: async () => (await import('./thread.ts')).measureThread(),
  server: async () => (await import('./server.ts')).measureServer(),
  changes: async () => (await import('./changes.ts')).measureChanges(),
  bystander: async () => (await import('./bystander.ts')).measureBystander(),
  races: async (product) => (await import('./races.ts')).measureRaces(product),
  production: async (product) => (await import('./production.ts')).measureProduction(product),
  invoices: async (product) => (await import('./invoices.ts')).measureInvoices(product),
  books: async (product) => (await import('./books.ts')).measureBooks(product),
  contacts: async (product) => (await import('./contacts.ts')).measureContacts(product),
  browsers: async (product) => (await import('./browsers.ts')).measureClicks(product),
}
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in sections))
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')}`)

// Without it the server answers, but every screen stays empty until a measurement gives up.
if (!existsSync('dist/index.html')) throw new Error('The product is not built: `npm run build` first')

const load = () => loadavg()[0]?.toFixed(1)
const rows: Row[] = []
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`${name}… (load ${load()} on ${cpus().length} cores)`)
  const product = await startProduct()
  try {
    rows.push(...(await measure(product)))
  } finally {
    await product.remove()
  }
}

console.log(`\n${new Date().toISOString().slice(0, 16)}, ${cpus().length} cores, load ${load()} at the end\n`)
console.log('| Measure | Result | Aim |\n|---|---|---|')
for (const { measure, result, aim } of rows) console.log(`| ${measure} | ${result} | ${aim} |`)
process.exit()
