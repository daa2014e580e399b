import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { byNobody } from '../walks/by-nobody'
import { statesOf, transitionsOf } from './transition-names'

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine

const machines = Object.entries(
  import.meta.glob<Record<string, unknown>>('/src/machines/**/*.machine.ts', { eager: true }),
).flatMap(([file, exports]) =>
  Object.entries(exports).flatMap(([name, machine]) => (isMachine(machine) ? [{ file, name, machine }] : [])),
)
const sources = (pattern: string) => globSync(pattern).map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('every machine has a model that walks all its transitions', () => {
  const models = sources('tests/models/*.model.test.ts').filter(({ text }) => text.includes('everyArrow('))
  const walked = (name: string) =>
    models.some(({ text }) => {
      const watcher = new RegExp(`const (\\w+) = watch\\(${name}\\)`).exec(text)?.[1]
      return watcher !== undefined && text.includes(`testEveryTransition(${watcher})`)
    })
  expect(machines.length).toBeGreaterThan(20)
  expect(machines.map(({ name }) => name).filter((name) => !walked(name))).toEqual([])
})

test('machines are made in src/machines, where the rule above finds them', () => {
  const makers = sources('src/**/*.{ts,tsx}')
    .filter(({ text }) => /import \{[^}]*\b(setup|createMachine)\b[^}]*\} from 'xstate'/.test(text))
    .map(({ path }) => path)
  expect(makers.length).toBeGreaterThan(20)
  expect(makers.filter((path) => !/^src\/machines\/.*\.(machine|setup)\.ts$/.test(path))).toEqual([])
  const withoutMachine = makers.filter(
    (path) => path.endsWith('.machine.ts') && !machines.some(({ file }) => file === `/${path}`),
  )
  expect(withoutMachine).toEqual([])
})

test('what nobody can cause in a browser is a state or a transition of its machine', () => {
  const known = new Map(
    machines.map(({ machine }) => [machine.id, [...statesOf(machine), ...transitionsOf(machine)]] as const),
  )
  const unknown = Object.entries(byNobody).flatMap(([id, names]) =>
    known.has(id) ? Object.keys(names).filter((name) => !known.get(id)?.includes(name)) : [id],
  )
  expect(unknown).toEqual([])
  expect(
    Object.values(byNobody)
      .flatMap(Object.values)
      .filter((reason) => !/^[A-Z].{20,}\.$/.test(reason)),
  ).toEqual([])
})
