import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyStateNode } from 'xstate'
import { plans } from './all'
import { listOf, pageOf } from './pages'

const written = (name: string) => readFileSync(`docs/paths/${name}.md`, 'utf8')
const leaves = (node: AnyStateNode): AnyStateNode[] =>
  Object.keys(node.states).length === 0 ? [node] : Object.values(node.states).flatMap(leaves)

test.each(Object.entries(plans))(
  'the plan of %s has words for each event and state of its model, and no others',
  (_, plan) => {
    const { model, events, states } = plan
    expect(Object.keys(events).toSorted()).toEqual(
      model.events.filter((type) => !type.startsWith('xstate.')).toSorted(),
    )
    expect(Object.keys(states).toSorted()).toEqual(
      leaves(model.root)
        .map(({ path }) => path.join('.'))
        .toSorted(),
    )
  },
)

test.each(Object.entries(plans))(
  'docs/paths/%s.md is the plan of the model: npm run models -- --paths',
  (name, plan) => {
    expect(written(name)).toBe(pageOf(plan))
  },
)

test('every model has a plan, and every page is of one', () => {
  const modelled = Object.values(plans).map(({ source }) => source)
  const models = globSync('tests/models/*.model.ts').map((path) => path.replace(/^.*\/|\.model\.ts$/g, ''))
  expect([...new Set(modelled)].toSorted()).toEqual(models.toSorted())
  const pages = globSync('docs/paths/*.md').map((path) => path.replace(/^.*\/|\.md$/g, ''))
  expect(pages.toSorted()).toEqual([...Object.keys(plans), 'README'].toSorted())
  expect(written('README')).toBe(listOf(plans))
})
