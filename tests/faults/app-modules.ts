import { registerHooks } from 'node:module'

const source = new URL('../../src/', import.meta.url).href
const here = new URL('./tab.ts', import.meta.url).href

/**
 * Lets plain Node import the app's modules as a bundler resolves them: `@/…`, and files without an ending. Modules
 * imported as `tab.ts?1`, `tab.ts?2`, … are separate graphs, each with its own client.
 */
export const importAppModules = () =>
  registerHooks({
    resolve: (specifier, { parentURL, ...context }, next) => {
      const [parent = '', graph] = (parentURL ?? '').split('?')
      const isOfTheApp = parent.startsWith(source) || parent === here
      const isFile = specifier.startsWith('@/') || specifier.startsWith('.')
      if (!isOfTheApp || !isFile) return next(specifier, { ...context, parentURL })
      const wanted = specifier.startsWith('@/') ? new URL(specifier.slice(2), source) : new URL(specifier, parent)
      if (!/\.tsx?$/.test(wanted.pathname)) wanted.pathname += '.ts'
      if (graph) wanted.search = graph
      return next(wanted.href, { ...context, parentURL })
    },
  })
