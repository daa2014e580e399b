import { randomUUID } from 'node:crypto'
import { admin, newPerson, type Person } from '../faults/people.ts'
import type * as Tabs from '../faults/tab.ts'
import type { Product } from '../product.ts'

export type OpenTab = {
  person: Person
  tab: Tabs.Tab
  /** Resolves with the time (`performance.now`) at which its badge shows this count. */
  shows: (count: number) => Promise<number>
}

let graphs = 0

/** Bells of new people at `url`, each with its own app. */
export async function openTabs(product: Product, count: number, url = product.url): Promise<OpenTab[]> {
  const opened: OpenTab[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const person = await newPerson(product, 'team_member')
    const { openTab }: typeof Tabs = await import(`../faults/tab.ts?bench-${(graphs += 1)}`)
    const waiting = new Map<number, (at: number) => void>()
    const tab = await openTab({
      person,
      url,
      publishableKey: product.keys.publishableKey,
      onCount: (shown) => waiting.get(shown)?.(performance.now()),
    })
    const shows = (wanted: number) =>
      tab.badge() === wanted
        ? Promise.resolve(performance.now())
        : new Promise<number>((resolve) => waiting.set(wanted, resolve))
    opened.push({ person, tab, shows })
  }
  await Promise.all(opened.map(({ shows }) => shows(0)))
  return opened
}

export const closeTabs = (tabs: readonly OpenTab[]) => Promise.all(tabs.map(({ tab }) => tab.close()))

/** Waits until every tab is live. */
export async function allLive(tabs: readonly OpenTab[], most = 60_000): Promise<void> {
  const end = performance.now() + most
  while (!tabs.every(({ tab }) => tab.isLive())) {
    if (performance.now() > end) throw new Error('Not every tab became live.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** One notice for a person, as the service key writes it. */
export const noticeFor = (person: Pick<Person, 'id'>) => ({
  id: randomUUID(),
  user_id: person.id,
  type: 'logistics_update',
  title: 'On its way',
})

export const writerOf = (product: Product) => {
  const service = admin(product)
  return async (person: Pick<Person, 'id'>) => {
    await service.from('notifications').insert(noticeFor(person)).throwOnError()
  }
}
