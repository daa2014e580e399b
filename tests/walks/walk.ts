import { mkdirSync, writeFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { test as base } from '../e2e/test.ts'
import { takenFolder } from './taken-folder.ts'
import { type MachineNote, noteName } from './watched/note.ts'

/** What the machines of a walk's pages did, in all its tabs. */
export type Watch = {
  /** Hears the pages of another browser of the same walk too. */
  alsoIn: (context: BrowserContext) => Promise<void>
  /**
   * Waits until a machine took a transition, by the name that `npm run models` prints. `meanwhile`: what happens again and
   * again until then, because a page hears it only once its channel is open.
   */
  took: (machine: string, transition: string, meanwhile?: () => PromiseLike<unknown>) => Promise<void>
}

/** A test whose machines are watched. What they did is written where `npm run models -- --browser` sums it up. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context }, use, { testId, title }) => {
      const notes = new Map<string, MachineNote>()
      const taken = (machine: string, name: string) => notes.has(keyOf({ kind: 'transition', machine, name }))
      const contexts: BrowserContext[] = []
      const alsoIn = async (one: BrowserContext) => {
        contexts.push(one)
        await one.exposeBinding(noteName, (_, note: MachineNote) => void notes.set(keyOf(note), note))
      }
      await alsoIn(context)
      await use({
        alsoIn,
        took: async (machine, transition, meanwhile) => {
          const look = async () => {
            if (!taken(machine, transition)) await meanwhile?.()
            return taken(machine, transition)
          }
          await expect.poll(look, { message: `${machine} ${transition}` }).toBe(true)
        },
      })
      // Answers that are under way when a walk ends are nobody's fault.
      const pages = contexts.flatMap((one) => one.pages())
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      mkdirSync(takenFolder, { recursive: true })
      writeFileSync(`${takenFolder}/${testId}.json`, JSON.stringify({ walk: title, notes: [...notes.values()] }))
    },
    { auto: true },
  ],
})

const keyOf = ({ kind, machine, name }: MachineNote) => `${kind} ${machine} ${name}`

/** A server that answers requests to `path` as a walk wants, until it is `mended`. `opens nothing`: it knows of no such record. */
export async function breakServer(
  page: Page,
  path: string | RegExp,
  how: 'refuses' | 'refuses late' | 'is silent' | 'opens nothing',
) {
  const answer = async (route: Route) => {
    if (how === 'is silent') return
    if (how === 'refuses late') await page.waitForTimeout(2_000)
    await (how === 'opens nothing'
      ? route.fulfill({ status: 200, json: null })
      : route.fulfill({ status: 400, json: { code: 'XX000', message: 'refused', details: null, hint: null } }))
  }
  await page.route(path, answer)
  return { mended: () => page.unroute(path, answer) }
}
