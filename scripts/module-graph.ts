// The module graph of src in the build: every module, the number of its importers, and the unused modules. The file
// /module-graph.json holds it for the screen /admin/unused-components.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'

/**
 * The users of a module. `app`: in the build's graph. `server`: imported by the back end or a script only. `types`:
 * only types. `unused`: none.
 */
type Use = 'app' | 'server' | 'types' | 'unused'
type Module = { path: string; use: Use; importers: number; bytes: number }

const isSource = (path: string) => /\.tsx?$/.test(path) && !/(\.test|\.d|testing)\.tsx?$/.test(path)

const filesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** The files that the text of one names: imports, imports for later, and workers. */
function namedBy(file: string, root: string): string[] {
  const text = readFileSync(file, 'utf8')
  const names = [...text.matchAll(/(?:from |import\(|import |new URL\()'([^']+)'/g)].flatMap(([, name]) => name ?? [])
  return names.flatMap((name) => {
    if (!name.startsWith('.') && !name.startsWith('@/')) return []
    const at = name.startsWith('@/') ? join(root, 'src', name.slice(2)) : resolve(dirname(file), name)
    return [at, `${at}.ts`, `${at}.tsx`].find((path) => isSource(path) && existsSync(path)) ?? []
  })
}

/** These files and all that they lead to. */
function reach(roots: readonly string[], root: string): Set<string> {
  const known = new Set<string>()
  const open = [...roots]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (known.has(file)) continue
    known.add(file)
    open.push(...namedBy(file, root))
  }
  return known
}

/** True when a module has only types, so nothing of it reaches a browser. */
async function isTypesOnly(file: string, text: string): Promise<boolean> {
  const { code } = await transformWithOxc(text, file, { sourcemap: false })
  return (
    code
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      .replace(/export\s*\{\s*\};?/g, '')
      .trim() === ''
  )
}

/** Writes the list beside the app. `root` is the folder of the repository. */
export const moduleGraph = (root: string): Plugin => ({
  name: 'module-graph',
  apply: 'build',
  async generateBundle() {
    const inGraph = new Set([...this.getModuleIds()].map((id) => id.replace(/[?\0].*$/, '')))
    // A worker is built separately, so its modules are not in this graph.
    const workers = filesIn(join(root, 'src')).filter((file) => file.endsWith('.worker.ts'))
    const ofWorkers = reach(workers, root)
    const ofServer = reach(
      ['supabase', 'scripts'].flatMap((folder) => filesIn(join(root, folder))),
      root,
    )
    const neededBy = async (file: string, text: string): Promise<Use> => {
      if (inGraph.has(file) || ofWorkers.has(file)) return 'app'
      if (await isTypesOnly(file, text)) return 'types'
      return ofServer.has(file) ? 'server' : 'unused'
    }
    const modules: Module[] = []
    for (const file of filesIn(join(root, 'src')).toSorted()) {
      const text = readFileSync(file, 'utf8')
      const info = this.getModuleInfo(file)
      modules.push({
        path: relative(join(root, 'src'), file),
        use: await neededBy(file, text),
        importers: new Set([...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])]).size,
        bytes: Buffer.byteLength(text),
      })
    }
    this.emitFile({ type: 'asset', fileName: 'module-graph.json', source: JSON.stringify({ modules }) })
  },
})
