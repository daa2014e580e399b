import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyStateMachine, InspectionEvent } from 'xstate'
import { coverageFolder } from './coverage-folder.ts'
import { statesOf, takenIn, transitionsOf } from './transition-names.ts'

/** Notes which transitions of a machine are taken by actors that are created with its `inspect`. */
export function watch(machine: AnyStateMachine) {
  const taken = new Set<string>()
  return {
    machine,
    taken,
    inspect: (inspected: InspectionEvent) => {
      for (const step of takenIn(inspected)) if (step.machine === machine.id) taken.add(step.name)
    },
  }
}

/** The last test of a model: its paths walked every transition of the machine, not only every arrow of the model. */
export function testEveryTransition({ machine, taken }: ReturnType<typeof watch>): void {
  test(`every transition of the machine ${machine.id} is walked`, () => {
    const all = transitionsOf(machine)
    const missing = all.filter((name) => !taken.has(name))
    mkdirSync(coverageFolder, { recursive: true })
    writeFileSync(
      `${coverageFolder}/${machine.id}.json`,
      JSON.stringify({ states: statesOf(machine), transitions: all, missing }),
    )
    expect(missing).toEqual([])
  })
}
