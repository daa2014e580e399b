import { AsyncLocalStorage } from 'node:async_hooks'

const quiet = new AsyncLocalStorage<(line: string) => void>()
let installed = false

/**
 * Runs work whose `console` output goes to `log` instead of the terminal. The REST library prints a stack for every
 * refused request, which is a normal answer and not news.
 */
export function quietly<T>(log: (line: string) => void, work: () => Promise<T>): Promise<T> {
  install()
  return quiet.run(log, work)
}

function install(): void {
  if (installed) return
  installed = true
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    const { console: terminal } = globalThis
    const loud = terminal[level].bind(terminal)
    terminal[level] = (...words: unknown[]) => {
      const log = quiet.getStore()
      if (log) log(words.map(inOneLine).join(' '))
      else loud(...words)
    }
  }
}

const inOneLine = (word: unknown): string =>
  word instanceof Error ? word.message : typeof word === 'string' ? word : (JSON.stringify(word) ?? String(word))
